#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// `@Archivable`. Structs and enums get an extension with everything in it, so that a struct keeps its memberwise
  /// initializer. What subclasses override cannot stand in an extension, so a class gets members.
  ///
  /// Both expansions read the declaration; the one for extensions, which every type has, reports what is wrong.
  enum ArchivableMacro: ExtensionMacro, MemberMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      let expansion = ArchivableExpansion(
        of: node, attachedTo: declaration, conformingTo: protocols, in: context)
      expansion.problems.forEach(context.diagnose)
      guard expansion.isSound, let proto = expansion.proto else { return [] }
      let isMissing = protocols.contains { $0.trimmedDescription.hasSuffix(proto) }
      let members = declaration.is(ClassDeclSyntax.self) ? [] : expansion.members
      guard isMissing || !members.isEmpty else { return [] }
      let head = "extension \(type.trimmedDescription)" + (isMissing ? ": LodeCoding.\(proto)" : "")
      let text = SourceText.block(
        head, members.isEmpty ? [] : [SourceText.declarations(members)])
      return [try ExtensionDeclSyntax("\(raw: text)")]
    }

    static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard declaration.is(ClassDeclSyntax.self) else { return [] }
      let expansion = ArchivableExpansion(
        of: node, attachedTo: declaration, conformingTo: protocols, in: context)
      return expansion.isSound ? expansion.members.map { "\(raw: $0)" } : []
    }
  }
#endif
