#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// `@Archivable`.
  ///
  /// Structs and enums get an extension with everything in it. Where they are inside of another
  /// type, an extension does not see the names that they see, so there all but the initializer
  /// stands in the declaration itself. With that it would cost a struct its memberwise initializer.
  /// What subclasses override cannot stand in an extension, so a class has everything in itself.
  ///
  /// Both expansions read the declaration; the one for extensions, which every type has, reports
  /// what is wrong.
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
      guard expansion.isSound || expansion.isStub else {
        return try refused(declaration, type, protocols)
      }
      return try ExtensionDeclSyntax.extensions(
        of: type, conformingTo: expansion.conformances, lacking: protocols,
        members: expansion.extensionMembers)
    }

    /// The extension of a class that was refused.
    ///
    /// The compiler (6.3.1) crashes on subclasses of a class that lacks a protocol which its
    /// attribute lists, and would tell nobody why the class was refused.
    static func refused(
      _ declaration: some DeclGroupSyntax, _ type: some TypeSyntaxProtocol,
      _ protocols: [TypeSyntax]
    ) throws -> [ExtensionDeclSyntax] {
      guard let found = declaration.as(ClassDeclSyntax.self), !found.isFinal, !protocols.isEmpty
      else { return [] }
      let list = protocols.map(\.trimmedDescription).joined(separator: ", ")
      return [try ExtensionDeclSyntax("extension \(raw: type.trimmedDescription): \(raw: list) {}")]
    }

    static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      let expansion = ArchivableExpansion(
        of: node, attachedTo: declaration, conformingTo: protocols, in: context)
      return expansion.body.map { "\(raw: $0)" }
    }
  }
#endif
