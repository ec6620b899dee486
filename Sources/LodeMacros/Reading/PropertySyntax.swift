#if Macros
  import SwiftSyntax

  extension VariableDeclSyntax {
    /// Whether the property is neither `static`, `class`, nor `lazy`.
    var isOfInstances: Bool {
      !modifiers.contains {
        [.keyword(.static), .keyword(.class), .keyword(.lazy)].contains($0.name.tokenKind)
      }
    }

    var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

    /// Whether the property is weak or has `@Reference`.
    var isReference: Bool { modifier(.weak) != nil || attributes.has("Reference") }

    /// The names of the stored properties in the declaration, as written in the program.
    var storedNames: [String] {
      bindings.filter(\.isStored).compactMap {
        $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      }
    }

    func modifier(_ word: Keyword) -> DeclModifierSyntax? {
      modifiers.first { $0.name.tokenKind == .keyword(word) }
    }
  }

  extension MemberBlockItemListSyntax {
    /// The declarations, including the declarations inside `#if`.
    var declarations: [(syntax: DeclSyntax, isConditional: Bool)] {
      flatMap { member -> [(syntax: DeclSyntax, isConditional: Bool)] in
        guard let condition = member.decl.as(IfConfigDeclSyntax.self) else {
          return [(member.decl, false)]
        }
        return condition.clauses.flatMap { clause -> [(syntax: DeclSyntax, isConditional: Bool)] in
          guard case .decls(let inside)? = clause.elements else { return [] }
          return inside.declarations.map { ($0.syntax, true) }
        }
      }
    }

    /// The declarations of stored properties of instances, without the declarations inside `#if`.
    var storedProperties: [VariableDeclSyntax] {
      compactMap { $0.decl.as(VariableDeclSyntax.self) }
        .filter { $0.isOfInstances && $0.bindings.contains(where: \.isStored) }
    }
  }

  extension PatternBindingSyntax {
    /// Whether the binding is stored: without accessors, or only with `willSet` and `didSet`.
    var isStored: Bool {
      switch accessorBlock?.accessors {
      case nil: true
      case .getter: false
      case .accessors(let list):
        list.allSatisfy {
          [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
        }
      }
    }

    /// Returns whether the binding has a value before an initializer runs; a `var` of type `T?` or
    /// `T!` has the value nil.
    func hasInitialValue(in property: VariableDeclSyntax) -> Bool {
      initializer != nil || !property.isConstant && typeAnnotation?.type.isSugaredOptional == true
    }
  }

  extension PatternBindingListSyntax {
    /// The bindings with their annotated types; in `var a, b: Int`, the annotation applies to both
    /// bindings.
    var typed: [(binding: PatternBindingSyntax, type: TypeSyntax?)] {
      var type: TypeSyntax?
      let fromTheEnd = reversed().map { binding in
        type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? type : nil)
        return (binding, type)
      }
      return fromTheEnd.reversed()
    }
  }
#endif
