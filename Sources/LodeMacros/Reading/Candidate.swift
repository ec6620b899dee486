#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// The reason why a property cannot be archived.
  struct PropertyError: Error {
    let diagnostic: Diagnostic

    init(_ problem: Problem, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
      diagnostic = problem.at(node, fixIts: fixIts)
    }
  }

  /// A stored property that may become a field.
  struct Candidate {
    let name: TokenSyntax
    let property: VariableDeclSyntax
    let binding: PatternBindingSyntax
    let type: TypeSyntax?

    var storedName: StoredName { StoredName(property.attributes) }

    /// Whether the property is a constant with a value (`let x = 1`), which no initializer can set;
    /// `false` for a constant of type `ArchiveExtensions`.
    var isFixed: Bool { property.isConstant && binding.initializer != nil && !isExtensions }

    var isExtensions: Bool {
      type?.isExtensions
        ?? binding.initializer?.value.madeType?.hasSuffix("ArchiveExtensions") ?? false
    }

    /// Returns the field, or throws the reason why the property cannot be archived.
    func archived(inClass isClass: Bool) throws(PropertyError) -> ArchivedProperty {
      let way = try way(inClass: isClass)
      return ArchivedProperty(
        name: name.text,
        storedName: storedName.name ?? "\"\(name.identifierText)\"",
        formerNames: storedName.formerNames,
        type: try typeText(way),
        isOptional: type?.wrapped != nil,
        initialValue: binding.initializer?.value,
        access: AccessLevel(property.modifiers) ?? .internal,
        way: way)
    }

    private func way(inClass isClass: Bool) throws(PropertyError) -> ArchivedProperty.Way {
      if let way = try reference(inClass: isClass) { return way }
      guard let transformed = property.attributes.first(named: "Transformed") else { return .plain }
      guard let expression = transformed.labeledArguments.first?.expression,
        let transform = expression.namedType
      else { throw PropertyError(.transform, at: transformed) }
      return .transformed(by: transform)
    }

    private func typeText(_ way: ArchivedProperty.Way) throws(PropertyError) -> String {
      if let type {
        if case .plain = way, let found = UnarchivableType(in: type) {
          throw PropertyError(
            .unarchivable(found.kind), at: found.type, fixIts: [.ignore(binding, of: property)])
        }
        return type.expressionText
      }
      if let type = binding.initializer?.value.literalType { return type }
      // Without an annotation or a literal, the property has the type of the transform's values.
      if case .transformed(let transform) = way { return transform + ".Value" }
      let guess = binding.initializer?.value.madeType ?? "<#Type#>"
      throw PropertyError(
        .noType(name.text), at: name,
        fixIts: [FixIt("add a type annotation", .insert(": \(guess)", after: binding.pattern))])
    }
  }
#endif
