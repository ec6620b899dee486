#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// The expansion of `@Archivable`, which `@Model` also uses.
  struct ArchivableExpansion: TypeExpansion {
    private(set) var conformances: [String] = []
    private(set) var body: [String] = []
    private(set) var extensionMembers: [String] = []
    private var properties: [ArchivedProperty] = []
    private(set) var problems: [Diagnostic] = []
    private(set) var isStub = false

    init(
      of attribute: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) {
      if attribute.isNamed("Archivable"), declaration.attributes.has("Model") {
        // `@Model` performs the same expansion and reports the problems of `@Archivable` too.
        return
      }
      if let found = declaration.as(StructDeclSyntax.self) {
        let subject = Subject(found, attribute: attribute, in: context)
        expand(found, subject, attribute)
      } else if let found = declaration.as(ClassDeclSyntax.self) {
        let subject = Subject(found, attribute: attribute, in: context)
        expand(found, subject)
        problems += ClassCheck(found, subject, attribute, conformingTo: protocols).problems
        // Of all classes, only a final class without an archivable superclass gets stubs. A stub
        // neither overrides members nor can be overridden.
        let isRoot = protocols.contains { $0.trimmedDescription.hasSuffix("ArchivableClass") }
        if !isSound, found.isFinal, isRoot {
          becomeStub(StubExpansion(subject: subject, isClass: true, properties: properties))
        }
      } else if let found = declaration.as(EnumDeclSyntax.self) {
        let subject = Subject(found, attribute: attribute, in: context)
        expand(found, subject, attribute)
      } else {
        let (kind, reason) =
          declaration.is(ActorDeclSyntax.self)
          ? ("an actor", "keeps its properties to itself")
          : ("a protocol", "has no properties of its own")
        problems = [
          Problem.wrongKind(kind, because: reason).at(attribute, fixIts: [.remove(attribute)])
        ]
      }
      if !isSound, !isStub { (conformances, body, extensionMembers) = ([], [], []) }
    }

    /// Replaces the members with stubs.
    private mutating func becomeStub(_ stub: StubExpansion) {
      (body, extensionMembers) = (stub.body, stub.extensionMembers)
      isStub = true
    }

    private mutating func expand(
      _ declaration: StructDeclSyntax, _ subject: Subject, _ attribute: AttributeSyntax
    ) {
      let reader = PropertyReader(declaration)
      conformances = ["Lode.Archivable", "Lode.ArchivableValue"]
      let expansion = StructExpansion(
        subject: subject, properties: reader.properties, extensions: reader.extensions)
      body = expansion.body
      extensionMembers = expansion.extensionMembers
      problems =
        subject.arguments.problems + reader.problems + superclassProblems(subject, attribute)
        + ConstraintCheck(declaration).problems
      if !isSound {
        becomeStub(StubExpansion(subject: subject, isClass: false, properties: reader.properties))
      }
    }

    private mutating func expand(_ declaration: ClassDeclSyntax, _ subject: Subject) {
      let reader = PropertyReader(declaration)
      properties = reader.properties
      if subject.arguments.superclass == nil {
        conformances = ["Lode.MacroExpansion.ArchivableClass", "Lode.ArchivableValue"]
      }
      body =
        ClassExpansion(
          subject: subject, isFinal: declaration.isFinal, properties: reader.properties,
          extensions: reader.extensions
        ).members
      problems =
        subject.arguments.problems + reader.problems + ConstraintCheck(declaration).problems
    }

    private mutating func expand(
      _ declaration: EnumDeclSyntax, _ subject: Subject, _ attribute: AttributeSyntax
    ) {
      problems = subject.arguments.problems + superclassProblems(subject, attribute)
      if declaration.hasRawValues {
        conformances = ["Lode.ArchivableValue"]
        if let first = attribute.labeledArguments.first, problems.isEmpty {
          problems = [
            Problem.rawArgument(subject.name).at(first, fixIts: [.removeArguments(of: attribute)])
          ]
        }
        isStub = !isSound
        return
      }
      let reader = CaseReader(declaration)
      conformances = ["Lode.MacroExpansion.ArchivableEnum", "Lode.ArchivableValue"]
      let members = EnumExpansion(subject: subject, cases: reader.cases).members
      if subject.isNested { body = members } else { extensionMembers = members }
      problems += reader.problems + ConstraintCheck(declaration).problems
      if reader.cases.isEmpty, problems.isEmpty {
        problems = [Problem.noCases.at(declaration.name, fixIts: [.remove(attribute)])]
      }
      if !isSound {
        let stub = StubExpansion(subject: subject, isClass: false, properties: [])
        (body, extensionMembers, isStub) = ([], stub.enumeration, true)
      }
    }

    private func superclassProblems(
      _ subject: Subject, _ attribute: AttributeSyntax
    ) -> [Diagnostic] {
      attribute.labeledArguments.compactMap { argument in
        if argument.label?.text != "superclass" { return nil }
        return Problem.superclassOfValue(subject.name).at(
          argument, fixIts: [.remove(argument, from: attribute)])
      }
    }
  }

  extension ClassDeclSyntax {
    var isFinal: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.final) } }
  }
#endif
