#if Macros
  import SwiftSyntax

  extension VariableDeclSyntax {
    /// Whether instances store the property from the beginning: neither static nor lazy.
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
    /// Whether the binding is stored, with or without observers.
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

    /// Returns whether the binding has a value before an initializer runs; an optional `var` is
    /// nil.
    func hasInitialValue(in property: VariableDeclSyntax) -> Bool {
      initializer != nil || !property.isConstant && typeAnnotation?.type.isSugaredOptional == true
    }
  }

  extension PatternBindingListSyntax {
    /// The bindings and their types; in `var a, b: Int`, only the last binding has the annotation.
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
