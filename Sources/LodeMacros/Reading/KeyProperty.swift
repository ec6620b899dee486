#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// A declaration of one or more properties with `@Key`.
  struct KeyProperty {
    let marker: AttributeSyntax
    let property: VariableDeclSyntax

    private var bindings: [(binding: PatternBindingSyntax, type: TypeSyntax?)] {
      property.bindings.typed.filter(\.binding.isStored)
    }

    /// The argument `.sequence`, if present.
    var sequence: LabeledExprSyntax? {
      marker.labeledArguments.first {
        let member = $0.expression.as(MemberAccessExprSyntax.self)
        return member?.declName.baseName.text == "sequence"
      }
    }

    /// The reasons why the property cannot be a key.
    var problems: [Diagnostic] {
      if let ignored = property.attributes.first(named: "Ignored") {
        return [Problem.ignoredKey.at(ignored, fixIts: [.remove(ignored)])]
      }
      if property.isReference {
        return [Problem.referenceKey.at(marker, fixIts: [.remove(marker)])]
      }
      return bindings.compactMap { _, type in
        guard let type, let wrapped = type.wrapped else { return nil }
        let change = FixIt.Change.replaceText(of: type, with: wrapped.trimmedDescription)
        return Problem.optionalKey.at(type, fixIts: [FixIt("make it not optional", change)])
      }
    }

    /// The reasons why a sequence cannot set the property.
    var sequenceProblems: [Diagnostic] {
      var problems: [Diagnostic] = []
      if property.isConstant {
        problems.append(
          Problem.constantSequence.at(
            property.bindingSpecifier, fixIts: [.makeVariable(property)]))
      }
      for (binding, type) in bindings {
        let place = type.map(Syntax.init) ?? binding.initializer.map { Syntax($0.value) }
        guard let other = Self.otherType(type, binding.initializer?.value), let place else {
          continue
        }
        problems.append(
          Problem.sequence(of: other).at(place, fixIts: [.removeArguments(of: marker)]))
      }
      return problems
    }

    /// Returns the name of a type that is certainly not an integer; `nil` for other types.
    private static func otherType(_ type: TypeSyntax?, _ value: ExprSyntax?) -> String? {
      guard let type else { return value?.literalType.flatMap { $0 == "Int" ? nil : $0 } }
      let others: Set = [
        "Bool", "Character", "Data", "Date", "Decimal", "Double", "Float", "String", "UUID", "URL",
      ]
      let name = type.bare.trimmedDescription
      let isOther =
        others.contains(name) || others.contains { name == "Foundation." + $0 }
        || type.bare.is(ArrayTypeSyntax.self) || type.bare.is(DictionaryTypeSyntax.self)
      return isOther ? name : nil
    }
  }
#endif
