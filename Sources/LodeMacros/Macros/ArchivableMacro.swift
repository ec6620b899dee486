#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// The macro `@Archivable`.
  ///
  /// | type | generated members |
  /// |---|---|
  /// | struct or enum that is not nested | in an extension |
  /// | nested struct or enum | in the declaration, except for the initializer of a struct |
  /// | class | in the declaration |
  ///
  /// A generated extension does not see names in surrounding types. An initializer in the
  /// declaration would remove the memberwise initializer of a struct. Subclasses cannot override
  /// members of an extension.
  ///
  /// The compiler calls the extension expansion and the member expansion separately. Only the
  /// extension expansion reports problems, so that the compiler prints each problem once.
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

    /// Returns an extension that adds all missing protocols to a refused class that is not final;
    /// no extension for other types.
    ///
    /// If the class lacks a protocol that the macro declares, the compiler (6.3.1) crashes on
    /// subclasses. The crash would hide the problem.
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
