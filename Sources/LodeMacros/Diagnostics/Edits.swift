#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  // Fix-its for declarations and attributes.
  extension FixIt {
    init(_ message: String, _ changes: FixIt.Change...) {
      self.init(message: Remedy(message: message), changes: changes)
    }

    /// Removes an attribute and the white space after the attribute, including line breaks.
    static func remove(_ attribute: AttributeSyntax) -> FixIt {
      let next = attribute.nextToken(viewMode: .sourceAccurate)
      let space = next?.leadingTrivia.pieces.prefix(while: \.isWhitespace) ?? []
      let end = space.reduce(attribute.endPosition) { $0 + $1.sourceLength }
      let range = attribute.positionAfterSkippingLeadingTrivia..<end
      return FixIt(
        "remove @\(attribute.attributeName.trimmedDescription)",
        .replaceText(range: range, with: "", in: Syntax(attribute)))
    }

    /// Makes a class final; an `open` class becomes `public final`.
    static func makeFinal(_ declaration: ClassDeclSyntax) -> FixIt {
      let open = declaration.modifiers.first { $0.name.tokenKind == .keyword(.open) }
      return FixIt(
        "make it final",
        open.map { .replaceText(of: $0, with: "public final") }
          ?? .insert("final ", before: declaration.classKeyword))
    }

    static func makeVariable(_ constant: VariableDeclSyntax) -> FixIt {
      FixIt("change 'let' to 'var'", .replaceText(of: constant.bindingSpecifier, with: "var"))
    }

    /// Adds `@Ignored`, and a placeholder for the initial value if the property lacks a value.
    static func ignore(_ binding: PatternBindingSyntax, of property: VariableDeclSyntax) -> FixIt {
      let attribute = Change.insert("@Ignored ", before: property)
      if binding.hasInitialValue(in: property) { return FixIt("add @Ignored", attribute) }
      return FixIt("add @Ignored and an initial value", attribute, .insertInitialValue(in: binding))
    }
  }

  extension FixIt.Change {
    static func insert(_ text: String, before node: some SyntaxProtocol) -> FixIt.Change {
      let place = node.positionAfterSkippingLeadingTrivia
      return .replaceText(range: place..<place, with: text, in: Syntax(node))
    }

    static func insert(_ text: String, after node: some SyntaxProtocol) -> FixIt.Change {
      let place = node.endPositionBeforeTrailingTrivia
      return .replaceText(range: place..<place, with: text, in: Syntax(node))
    }

    static func replaceText(of node: some SyntaxProtocol, with text: String) -> FixIt.Change {
      .replaceText(range: node.trimmedRange, with: text, in: Syntax(node))
    }

    static func insertInitialValue(in binding: PatternBindingSyntax) -> FixIt.Change {
      insert(
        " = <#initial value#>",
        after: binding.typeAnnotation.map(Syntax.init) ?? Syntax(binding.pattern))
    }
  }
#endif
