#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// The generated code of a macro on a type, with the problems of the type.
  protocol TypeExpansion {
    /// The protocols of the generated extension.
    var conformances: [String] { get }
    /// The members to add to the declaration.
    var body: [String] { get }
    /// The members to add to the extension.
    var extensionMembers: [String] { get }
    var problems: [Diagnostic] { get }
    /// Whether the macro refused the type, but still adds the conformances and stubs for the
    /// required members.
    var isStub: Bool { get }

    init(
      of attribute: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext)
  }

  extension TypeExpansion {
    /// Whether no problem is an error.
    var isSound: Bool { !problems.contains { $0.diagMessage.severity == .error } }
  }

  /// A macro that adds members and conformances to a type.
  ///
  /// The compiler calls the extension expansion and the member expansion separately. Only the
  /// extension expansion reports problems, so that the compiler prints each problem once.
  protocol TypeMacro: ExtensionMacro, MemberMacro {
    associatedtype Expansion: TypeExpansion
  }

  extension TypeMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      let expansion = Expansion(
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
    private static func refused(
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
      let expansion = Expansion(
        of: node, attachedTo: declaration, conformingTo: protocols, in: context)
      return expansion.body.map { "\(raw: $0)" }
    }
  }
#endif
