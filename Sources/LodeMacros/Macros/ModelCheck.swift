#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// The expansion of `@Model`, with the problems of the model.
  struct ModelCheck: TypeExpansion {
    private(set) var conformances: [String] = []
    private(set) var body: [String] = []
    private(set) var extensionMembers: [String] = []
    private(set) var problems: [Diagnostic] = []
    private(set) var isStub = false

    init(
      of attribute: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) {
      if let kind = declaration.unsuitableKind {
        problems = [Problem.wrongModelKind(kind).at(attribute, fixIts: [.remove(attribute)])]
        return
      }
      let archivable = ArchivableExpansion(
        of: attribute, attachedTo: declaration, conformingTo: protocols, in: context)
      conformances = archivable.conformances
      body = archivable.body
      extensionMembers = archivable.extensionMembers
      problems = archivable.problems
      if let found = declaration.as(StructDeclSyntax.self) {
        expand(found, Subject(found, attribute: attribute, in: context), attribute)
      } else if let found = declaration.as(ClassDeclSyntax.self) {
        expand(found, Subject(found, attribute: attribute, in: context), attribute)
      }
      isStub = !isSound && (archivable.isStub || archivable.isSound)
      if !isSound, !isStub { (conformances, body, extensionMembers) = ([], [], []) }
    }

    private mutating func expand(
      _ declaration: some DeclGroupSyntax & NamedDeclSyntax, _ subject: Subject,
      _ attribute: AttributeSyntax
    ) {
      let arguments = ModelArguments(attribute)
      let key = KeyProperties(declaration, of: attribute)
      problems += arguments.problems + key.problems
      if let other = declaration.attributes.first(named: "Archivable") {
        problems.append(Problem.archivableModel.at(other, fixIts: [.remove(other)]))
      }
      if subject.isGeneric {
        problems.append(Problem.genericModel(subject.name).at(declaration.name))
      }
      let indexes = IndexedProperties(declaration)
      let searchable = SearchableProperty.all(in: declaration)
      problems += indexes.problems + searchable.flatMap(\.problems)
      let reader = PropertyReader(declaration)
      let further = furtherIndexes(arguments, declaration, subject, reader)
      let fields = reader.properties.filter { key.names.contains($0.name) }
      if fields.isEmpty, isSound { problems.append(Problem.noKey.at(attribute)) }
      conformances.append("Lode.Model")
      if key.isSequence { conformances.append("Lode.SequencedModel") }
      if arguments.keepsTimes { conformances.append("Lode.TimestampedModel") }
      guard isSound else {
        let stub = StubExpansion(
          subject: subject, isClass: declaration.is(ClassDeclSyntax.self),
          properties: reader.properties)
        (body, extensionMembers) = (stub.body, stub.extensionMembers)
        return add(stub.model(key))
      }
      let list = IndexExpansion(
        subject: subject, indexes: indexes, searchable: searchable, fields: reader.properties,
        furtherIndexes: further.indexes, furtherSearch: further.search)
      add(
        ModelExpansion(subject: subject, arguments: arguments, key: key, fields: fields).members
          + list.members)
    }

    /// Returns the arguments `indexes:` and `search:` with stored names instead of property names.
    ///
    /// An absent argument gives `nil`. The call records a problem for each unknown name. If the
    /// macro does not know all stored names, the call checks nothing and returns the arguments
    /// unchanged.
    private mutating func furtherIndexes(
      _ arguments: ModelArguments, _ declaration: some DeclGroupSyntax, _ subject: Subject,
      _ reader: PropertyReader
    ) -> (indexes: String?, search: String?) {
      guard var literals = IndexLiterals(of: subject, reader) else {
        return (arguments.indexes?.trimmedDescription, arguments.search?.trimmedDescription)
      }
      let indexes = arguments.indexes.map { literals.read($0, areFields: false) }
      let search = arguments.search.map { literals.read($0, areFields: true) }
      literals.readStatics(of: declaration)
      problems += literals.problems
      return (indexes, search)
    }

    /// Adds the members of the model to the declaration, or to the extension if the declaration has
    /// no generated members.
    private mutating func add(_ members: [String]) {
      if body.isEmpty {
        extensionMembers = members + extensionMembers
      } else {
        body = members + body
      }
    }
  }

  extension DeclGroupSyntax {
    /// The kind of the declaration, if this kind cannot be a model; otherwise `nil`.
    fileprivate var unsuitableKind: String? {
      switch kind {
      case .structDecl, .classDecl: nil
      case .enumDecl: "an enum"
      case .actorDecl: "an actor"
      default: "a protocol"
      }
    }
  }
#endif
