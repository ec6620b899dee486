#if Macros
  /// The generated members for the collection name and the key of a model.
  struct ModelExpansion {
    let subject: Subject
    let arguments: ModelArguments
    let key: KeyProperties
    /// The fields of the key.
    let fields: [ArchivedProperty]

    var members: [String] {
      [collectionName, keyFields] + (fields.count == 1 ? singleKey : compoundKey)
    }

    private var modifier: String { subject.access.modifier }

    private var collectionName: String {
      let name = arguments.collection ?? "\"\(subject.plainName)\""
      return "\(modifier)static let collectionName: String = \(name)"
    }

    private var keyFields: String {
      let names = fields.map(\.storedName).joined(separator: ", ")
      return "\(modifier)static let keyFields: [String] = [\(names)]"
    }

    /// The members for a key of one property; empty if the property's name is `primaryKey`.
    private var singleKey: [String] {
      let field = fields[0]
      if field.name == "primaryKey" { return [] }
      let head = "\(modifier)var primaryKey: \(field.type)"
      guard key.isSequence else { return ["\(head) { \(field.name) }"] }
      let accessors = ["get { \(field.name) }", "set { self.\(field.name) = newValue }"]
      return [SourceText.block(head, accessors)]
    }

    private var compoundKey: [String] {
      let arguments = fields.map { "\($0.label): \($0.name)" }.joined(separator: ", ")
      return [
        "\(modifier)var primaryKey: PrimaryKey { PrimaryKey(\(arguments)) }",
        CompoundKeyExpansion(model: subject, fields: fields).structure,
      ]
    }
  }
#endif
