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

    func modifier(_ word: Keyword) -> DeclModifierSyntax? {
      modifiers.first { $0.name.tokenKind == .keyword(word) }
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
