#if Macros
  /// The generated members of a type that a macro refuses with an error.
  ///
  /// Without these members, the compiler would report further errors. The members never run,
  /// because the compiler does not build a program with an error.
  struct StubExpansion {
    let subject: Subject
    let isClass: Bool
    let properties: [ArchivedProperty]

    private var modifier: String { subject.access.modifier }

    /// The members in the declaration of a nested struct or a final class; empty for other structs.
    var body: [String] {
      if isClass { return archivable + [initializer] + fields }
      return subject.isNested ? fields : []
    }

    /// The members in the extension of a struct; empty for a class.
    ///
    /// The initializer is in the extension, because an initializer in the declaration would remove
    /// the memberwise initializer of the struct.
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

    /// The enum `ArchiveFields`; empty if the type is generic or all properties are private.
    ///
    /// The parameters of a generic type may not be archivable.
    private var fields: [String] {
      subject.isGeneric ? [] : FieldsExpansion(subject: subject, properties: properties).members
    }

    /// The members of an enum without raw values.
    var enumeration: [String] {
      [
        "\(modifier)static var archiveSchemas: [Lode.MacroExpansion.ArchiveSchema] { fatalError() }",
        "\(modifier)var archiveCase: Int { fatalError() }", encode, initializer,
      ]
    }

    /// Returns the additional members of a model.
    ///
    /// - Parameter key: The properties of the key. If no property has `@Key`, the stub uses
    ///   `KeyProperties.proposed`.
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
    /// The property with the type `T` if its type is written `T?`; otherwise the property itself.
    fileprivate var unwrapped: ArchivedProperty {
      guard isOptional, type.hasSuffix("?") else { return self }
      return ArchivedProperty(
        name: name, storedName: storedName, formerNames: formerNames, type: String(type.dropLast()),
        isOptional: false, initialValue: nil, access: access, way: way)
    }
  }
#endif
