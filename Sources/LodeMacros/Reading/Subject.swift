#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// The type that has `@Archivable` or `@Model`, without its members.
  struct Subject {
    /// The name as written in the program, including backticks.
    private(set) var name: String
    /// The name without backticks.
    let plainName: String
    /// The names of the surrounding types and of the type, separated by dots.
    private(set) var path: String
    let access: AccessLevel
    /// Whether the type is inside another declaration, for example a type or an extension.
    ///
    /// The generated extension does not see the names in the surrounding type.
    private(set) var isNested: Bool
    /// Whether the type or a surrounding declaration has generic parameters, which exclude stored
    /// static properties.
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
      isNested = !surroundings.isEmpty
      // The access level of an extension applies to the types inside.
      access =
        AccessLevel(declaration.modifiers)
        ?? surroundings.first?.as(ExtensionDeclSyntax.self).flatMap { AccessLevel($0.modifiers) }
        ?? .internal
      isGeneric =
        Syntax(declaration).hasGenericParameters
        || surroundings.contains(where: \.hasGenericParameters)
      arguments = ArchivableArguments(attribute)
    }

    /// The struct `PrimaryKey` inside a model.
    var primaryKey: Subject {
      var key = self
      key.name = "PrimaryKey"
      key.path += ".PrimaryKey"
      // All generated members are in the struct itself, not in an extension.
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
    /// The name of a type, or of the type that an extension extends; `nil` for other syntax.
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
