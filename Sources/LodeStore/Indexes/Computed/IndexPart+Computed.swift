public import LodeCoding

extension IndexPart {
  /// A value that a function of the program makes of the whole row.
  ///
  /// ```swift
  /// let domain = IndexPart.computed("domain", version: 1) { (fields: [String: ArchiveValue]) in
  ///   fields["email"]?.string?.split(separator: "@").last.map(String.init)
  /// }
  /// try store.createIndex(IndexDefinition(domain, "-age"), on: "people")
  /// let lode = try Condition(parsing: "computed(domain) = 'lode.dev'")
  /// ```
  ///
  /// The store keeps the name and the version of the function, and entries of what it said of each
  /// row. It must give the same for the same row always; count the version up when it, or what the
  /// row is read as, changes, and the index is built anew. It may be called by several threads at
  /// once. Beside `@Model` it is declared as a `static let` whose type is written out, see the
  /// guide `Indexes.md`.
  ///
  /// - Parameters:
  ///   - name: what conditions call it: `computed(name)`.
  ///   - version: the version of the function, 0 or more.
  ///   - function: what makes the value; `nil` for none. A row that is no such object has no value.
  public static func computed<Row: ArchivableValue, Value: ArchivableValue>(
    _ name: String, version: Int, _ function: @escaping @Sendable (Row) -> Value?
  ) -> IndexPart {
    var part = IndexPart(computed: name, version: version)
    part.function = IndexFunction(function)
    return part
  }

  /// A computed value whose function is not known here.
  package init(computed name: String, version: Int) {
    self.init(ArchivePath(computed: name))
    self.version = version
  }

  /// Sets the version of a part that was read from text.
  package mutating func setVersion(_ version: Int) { self.version = version }
}

extension IndexDefinition {
  /// Defines an ordered index of what a function of the program makes of the whole row.
  ///
  /// As ``IndexPart/computed(_:version:_:)``, which is its only part.
  public static func computed<Row: ArchivableValue, Value: ArchivableValue>(
    _ name: String, version: Int, _ function: @escaping @Sendable (Row) -> Value?
  ) -> IndexDefinition {
    IndexDefinition(.computed(name, version: version, function))
  }
}
