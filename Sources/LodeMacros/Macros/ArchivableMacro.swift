#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// The macro `@Archivable`.
  ///
  /// Structs and enums get all members in an extension. An extension of a nested type does not see
  /// the names that the type itself sees. So a nested type has its members in the declaration
  /// itself, except for the initializer of a struct. In the declaration, this initializer would
  /// remove the memberwise initializer of a struct. A class has all members in the declaration,
  /// because subclasses cannot override members of an extension.
  ///
  /// Both expansions read the declaration. Only the expansion for extensions reports problems,
  /// because every type has an extension.
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

    /// Creates the extension of a refused class.
    ///
    /// The compiler (6.3.1) crashes on subclasses of a class that lacks a protocol listed by its
    /// attribute. Such a crash would hide the reason for the refusal.
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
