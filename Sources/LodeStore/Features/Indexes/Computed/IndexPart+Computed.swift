public import LodeCoding

extension IndexPart {
  /// Returns a component whose value a function of the program computes from the row.
  ///
  /// ```swift
  /// let domain = IndexPart.computed("domain", version: 1) { (fields: [String: ArchiveValue]) in
  ///   fields["email"]?.string?.split(separator: "@").last.map(String.init)
  /// }
  /// try store.createIndex(IndexDefinition(domain, "-age"), on: "people")
  /// let lode = try Condition(parsing: "computed(domain) = 'lode.dev'")
  /// ```
  ///
  /// The function must return the same result for the same row. If the function or the decoding of
  /// the row changes, increase the version, so that the store rebuilds the index. Several threads
  /// can call the function at the same time. With `@Model`, declare the component as a `static let`
  /// with an explicit type, as the guide `Indexes.md` shows.
  ///
  /// - Parameters:
  ///   - name: The name in conditions: `computed(name)`.
  ///   - version: The version of the function, 0 or more.
  ///   - function: Returns the value, or `nil` for no value. Rows that do not decode as `Row` have
  ///     no value.
  public static func computed<Row: ArchivableValue, Value: ArchivableValue>(
    _ name: String, version: Int, _ function: @escaping @Sendable (Row) -> Value?
  ) -> IndexPart {
    var part = IndexPart(computed: name, version: version)
    part.function = IndexFunction(function)
    return part
  }

  /// Creates a component for a computed value, without its function.
  package init(computed name: String, version: Int) {
    self.init(ArchivePath(computed: name))
    self.version = version
  }

  /// Sets the version of a component from its text form.
  package mutating func setVersion(_ version: Int) { self.version = version }
}

extension IndexDefinition {
  /// Creates the definition of an ordered index with one component, which a function of the program
  /// computes from the row.
  ///
  /// ```swift
  /// let byDomain = IndexDefinition.computed("domain", version: 1) {
  ///   (fields: [String: ArchiveValue]) in
  ///   fields["email"]?.string?.split(separator: "@").last.map(String.init)
  /// }
  /// ```
  ///
  /// The function must return the same result for the same row. If the function or the decoding of
  /// the row changes, increase the version, so that the store rebuilds the index. Several threads
  /// can call the function at the same time.
  ///
  /// - Parameters:
  ///   - name: The name in conditions: `computed(name)`.
  ///   - version: The version of the function, 0 or more.
  ///   - function: Returns the value, or `nil` for no value. Rows that do not decode as `Row` have
  ///     no value.
  public static func computed<Row: ArchivableValue, Value: ArchivableValue>(
    _ name: String, version: Int, _ function: @escaping @Sendable (Row) -> Value?
  ) -> IndexDefinition {
    IndexDefinition(.computed(name, version: version, function))
  }
}
