#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// The macro `@Model`.
  ///
  /// The expansion contains the expansion of `@Archivable` and the members of `Model`. For a class
  /// or a nested struct, the members of `Model` are in the declaration. For other structs, the
  /// members of `Model` are in the extension.
  enum ModelMacro: ExtensionMacro, MemberMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      let check = ModelCheck(
        of: node, attachedTo: declaration, conformingTo: protocols, in: context)
      check.problems.forEach(context.diagnose)
      guard check.isSound || !check.conformances.isEmpty else {
        return try ArchivableMacro.refused(declaration, type, protocols)
      }
      return try ExtensionDeclSyntax.extensions(
        of: type, conformingTo: check.conformances, lacking: protocols,
        members: check.extensionMembers)
    }

    static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      let check = ModelCheck(
        of: node, attachedTo: declaration, conformingTo: protocols, in: context)
      return check.body.map { "\(raw: $0)" }
    }
  }
#endif
