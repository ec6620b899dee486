#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// The type that `@Archivable` or `@Model` stands before, apart from what it holds.
  struct Subject {
    private(set) var name: String
    /// The same without backticks.
    let plainName: String
    /// With the names of the types around it.
    private(set) var path: String
    let access: AccessLevel
    /// Whether it is inside of another type, whose names an extension does not see.
    private(set) var isNested: Bool
    /// Whether it, or a type around it, has generic parameters: then it has no stored static
    /// properties.
    let isGeneric: Bool
    private(set) var arguments: ArchivableArguments

    init(
      _ declaration: some DeclGroupSyntax & NamedDeclSyntax, attribute: AttributeSyntax,
      in context: some MacroExpansionContext
    ) {
      let surroundings = context.lexicalContext
      name = declaration.name.trimmedDescription
      plainName = declaration.name.identifierText
      path = (surroundings.compactMap(\.typeName).reversed() + [declaration.name.identifierText])
        .joined(separator: ".")
      // An access level before an extension is that of the types in it.
      isNested = !surroundings.isEmpty
      access =
        AccessLevel(declaration.modifiers)
        ?? surroundings.first?.as(ExtensionDeclSyntax.self).flatMap { AccessLevel($0.modifiers) }
        ?? .internal
      isGeneric =
        Syntax(declaration).hasGenericParameters
        || surroundings.contains(where: \.hasGenericParameters)
      arguments = ArchivableArguments(attribute)
    }

    /// The structure inside of a model that is its key.
    var primaryKey: Subject {
      var key = self
      key.name = "PrimaryKey"
      key.path += ".PrimaryKey"
      // All of it stands in the structure itself.
      key.isNested = false
      key.arguments = arguments.primaryKey
      return key
    }
  }

  extension TokenSyntax {
    /// The text without backticks.
    var identifierText: String { identifier?.name ?? text }
  }

  extension SyntaxProtocol {
    fileprivate var typeName: String? {
      if let found = self.as(ExtensionDeclSyntax.self) {
        return found.extendedType.trimmedDescription
      }
      guard asProtocol((any DeclGroupSyntax).self) != nil else { return nil }
      return asProtocol((any NamedDeclSyntax).self)?.name.identifierText
    }

    fileprivate var hasGenericParameters: Bool {
      asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
    }
  }
#endif
