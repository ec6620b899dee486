#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// An attribute on stored properties that `@Archivable` or `@Model` reads; the attribute itself
  /// expands to no code.
  ///
  /// The expansion only checks that the declaration can have the marker, and that the surrounding
  /// type has an attribute that reads the marker.
  protocol MarkerMacro: PeerMacro {
    /// Whether cases of an enum can also have the marker.
    static var marksCases: Bool { get }
    /// The names of the attributes that read the marker.
    static var seenBy: [String] { get }
  }

  extension MarkerMacro {
    static var marksCases: Bool { false }
    static var seenBy: [String] { ["Archivable", "Model"] }

    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      let name = node.attributeName.trimmedDescription
      if !isMeant(for: declaration) {
        let what = marksCases ? "stored properties and cases" : "stored properties"
        context.diagnose(
          Problem.misplaced(name, isFor: what).at(node, fixIts: [.remove(node)]))
      } else if !isSeen(in: context) {
        context.diagnose(Problem.unseen(name, by: seenBy).at(node, fixIts: [.remove(node)]))
      }
      return []
    }

    /// Returns whether the declaration can have the marker.
    private static func isMeant(for declaration: some DeclSyntaxProtocol) -> Bool {
      if declaration.is(EnumCaseDeclSyntax.self) { return marksCases }
      guard let property = declaration.as(VariableDeclSyntax.self) else { return false }
      return property.isOfInstances && property.bindings.allSatisfy(\.isStored)
    }

    /// Returns whether the surrounding type has an attribute that reads the marker.
    private static func isSeen(in context: some MacroExpansionContext) -> Bool {
      let type = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
      return seenBy.contains { type?.attributes.has($0) == true }
    }
  }

  extension Problem {
    static func misplaced(_ name: String, isFor what: String) -> Problem {
      Problem("misplaced", "@\(name) is for \(what)")
    }

    static func unseen(_ name: String, by attributes: [String]) -> Problem {
      let seers = attributes.map { "@" + $0 }.joined(separator: " or ")
      return Problem(
        "unseen", "@\(name) says something only inside a type with \(seers)", severity: .warning)
    }
  }
#endif
