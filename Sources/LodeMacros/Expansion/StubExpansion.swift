#if Macros
  /// What a type gets that was refused: all that users of the type name, so that the compiler
  /// complains of the cause alone.
  ///
  /// None of it runs, since a program with an error is not built.
  struct StubExpansion {
    let subject: Subject
    let isClass: Bool
    let properties: [ArchivedProperty]

    private var modifier: String { subject.access.modifier }

    // Of a structure or a final class.

    /// What stands in the declaration itself.
    var body: [String] {
      if isClass { return archivable + [initializer] + fields }
      return subject.isNested ? fields : []
    }

    /// What stands in the extension: with the initializer elsewhere a structure would lose its
    /// memberwise one.
    var extensionMembers: [String] {
      if isClass { return [] }
      return archivable + [initializer] + (subject.isNested ? [] : fields)
    }

    private var archivable: [String] {
      [
        "\(modifier)static var archiveSchema: Lode.MacroExpansion.ArchiveSchema { fatalError() }",
        encode,
      ]
    }

    private var encode: String {
      "\(modifier)func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {}"
    }

    private var initializer: String {
      let word = isClass ? "required init" : "init"
      return
        "\(modifier)\(word)(from archive: inout Lode.MacroExpansion.ArchiveReader) throws { fatalError() }"
    }

    /// A parameter of a generic type may not be archivable, which is what is wrong then.
    private var fields: [String] {
      if subject.isGeneric { return [] }
      return FieldsExpansion(subject: subject, properties: properties).type.map { [$0] } ?? []
    }

    /// The members of an enumeration without raw values.
    var enumeration: [String] {
      [
        "\(modifier)static var archiveSchemas: [Lode.MacroExpansion.ArchiveSchema] { fatalError() }",
        "\(modifier)var archiveCase: Int { fatalError() }", encode, initializer,
      ]
    }

    /// What a model has besides.
    ///
    /// - Parameter proposed: the property that is taken for the key when none is.
    func model(_ key: KeyProperties) -> [String] {
      let names = [
        "\(modifier)static var collectionName: String { fatalError() }",
        "\(modifier)static var keyFields: [String] { fatalError() }",
      ]
      let fields = properties.filter { key.names.contains($0.name) }.map(\.unwrapped)
      if fields.count > 1, !key.isSequence {
        return names + [
          "\(modifier)var primaryKey: PrimaryKey { fatalError() }",
          CompoundKeyExpansion(model: subject, fields: fields).structure,
        ]
      }
      if fields.first?.name == "primaryKey" { return names }
      let proposed = properties.first { $0.name == key.proposed }
      let field = key.hasSequenceProblems ? nil : fields.first ?? proposed
      let accessors = key.isSequence ? "get { fatalError() } set {}" : "fatalError()"
      return names + ["\(modifier)var primaryKey: \(field?.type ?? "Int") { \(accessors) }"]
    }
  }

  extension ArchivedProperty {
    /// The property as one that is always there.
    fileprivate var unwrapped: ArchivedProperty {
      guard isOptional, type.hasSuffix("?") else { return self }
      return ArchivedProperty(
        name: name, storedName: storedName, formerNames: formerNames, type: String(type.dropLast()),
        isOptional: false, initialValue: nil, access: access, way: way)
    }
  }
#endif
