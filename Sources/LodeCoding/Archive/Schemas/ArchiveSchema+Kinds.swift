extension ArchiveSchema {
  /// The kind of type that a schema describes.
  public typealias Kind = ArchivedKind

  /// Creates a schema of any kind that a store accepts with changes.
  ///
  /// The names of the fields must be unique; lookups find the first of two fields with one name.
  ///
  /// - Parameters:
  ///   - name: The name of the type.
  ///   - kind: The kind of type.
  ///   - version: The version of the type; clamped to 0...4,294,967,295.
  ///   - formerNames: The names of the type in earlier versions.
  ///   - fields: The fields, in the order of their values in archived objects.
  ///   - evolution: The changes that a store accepts without a new version of the type.
  public convenience init(
    _ name: String, kind: Kind, version: Int = 1, was formerNames: [String] = [],
    fields: [Field], evolution: ArchiveEvolution
  ) {
    let schema = ArchiveSchema(
      name, kind: kind, version: version, was: formerNames, fields: fields)
    self.init(copying: schema, evolution: evolution, added: [])
  }

  /// Creates the schema of a structure.
  ///
  /// - Parameters:
  ///   - name: The name of the structure.
  ///   - version: The version of the type; clamped to 0...4,294,967,295.
  ///   - formerNames: The names of the type in earlier versions.
  ///   - fields: The fields, in the order in which the structure archives them.
  ///   - isExtensible: Whether the type has a property of type ``ArchiveExtensions``.
  ///   - evolution: The changes that a store accepts without a new version of the type.
  public convenience init(
    _ name: String, version: Int = 1, was formerNames: [String] = [], fields: [Field],
    isExtensible: Bool = false, evolution: ArchiveEvolution = .strict
  ) {
    let schema = ArchiveSchema(
      name, kind: .structure, version: version, was: formerNames, fields: fields,
      isExtensible: isExtensible)
    self.init(copying: schema, evolution: evolution, added: [])
  }

  /// Creates the schema of a class, with only the class's own fields.
  ///
  /// - Parameters:
  ///   - name: The name of the class.
  ///   - superclass: The name of the archivable superclass; `nil` if no superclass is archivable.
  ///   - version: The version of the type; clamped to 0...4,294,967,295.
  ///   - formerNames: The names of the type in earlier versions.
  ///   - fields: The class's own fields, in the order in which the class archives them.
  ///   - isExtensible: Whether the type has a property of type ``ArchiveExtensions``.
  public convenience init(
    class name: String, superclass: String? = nil, version: Int = 1,
    was formerNames: [String] = [], fields: [Field], isExtensible: Bool = false
  ) {
    self.init(
      name, kind: .class(superclass: superclass), version: version, was: formerNames,
      fields: fields, isExtensible: isExtensible)
  }

  /// Creates the schema of a class, with only the class's own fields, that a store
  /// accepts with changes.
  ///
  /// - Parameters:
  ///   - name: The name of the class.
  ///   - superclass: The name of the archivable superclass; `nil` if no superclass is archivable.
  ///   - version: The version of the type; clamped to 0...4,294,967,295.
  ///   - formerNames: The names of the type in earlier versions.
  ///   - fields: The class's own fields, in the order in which the class archives them.
  ///   - evolution: The changes that a store accepts without a new version of the type.
  public convenience init(
    class name: String, superclass: String? = nil, version: Int = 1,
    was formerNames: [String] = [], fields: [Field], evolution: ArchiveEvolution
  ) {
    self.init(
      name, kind: .class(superclass: superclass), version: version, was: formerNames,
      fields: fields, evolution: evolution)
  }

  /// Creates the schema of a case of an enumeration.
  ///
  /// - Parameters:
  ///   - name: The name of the enumeration.
  ///   - caseName: The name of the case.
  ///   - version: The version of the type; clamped to 0...4,294,967,295.
  ///   - formerNames: The names of the type in earlier versions.
  ///   - fields: The associated values, in their order.
  ///   - evolution: The changes that a store accepts without a new version of the type.
  public convenience init(
    enum name: String, case caseName: String, version: Int = 1, was formerNames: [String] = [],
    fields: [Field], evolution: ArchiveEvolution = .strict
  ) {
    self.init(
      name, kind: .enumCase(caseName), version: version, was: formerNames, fields: fields,
      evolution: evolution)
  }

  /// Returns the same schema with other changes that a store accepts.
  ///
  /// - Parameter evolution: The changes that a store accepts without a new version of the type.
  public func with(evolution: ArchiveEvolution) -> ArchiveSchema {
    ArchiveSchema(copying: self, evolution: evolution, added: added)
  }
}
