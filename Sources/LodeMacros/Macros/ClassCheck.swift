#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// The checks of a class: the argument `superclass`, `final`, and the initializer.
  struct ClassCheck {
    private(set) var problems: [Diagnostic] = []

    init(
      _ declaration: ClassDeclSyntax, _ subject: Subject, _ attribute: AttributeSyntax,
      conformingTo protocols: [TypeSyntax]
    ) {
      let inherited = declaration.inheritanceClause.map { Array($0.inheritedTypes) } ?? []
      let isModel = attribute.isNamed("Model")
      let conforms = !protocols.contains { $0.trimmedDescription.hasSuffix("ArchivableClass") }
      if let superclass = subject.arguments.superclass {
        guard declaration.relyOnImplicitInitializer else { return }
        problems.append(
          Problem.noInheritance(subject.name, from: superclass).at(declaration.name))
        return
      }
      if conforms, let first = inherited.first,
        !inherited.contains(where: { $0.type.trimmedDescription.hasSuffix("ArchivableClass") })
      {
        problems.append(
          isModel
            ? Problem.modelWithSuperclass(subject.name).at(first)
            : Problem.unnamedSuperclass(subject.name).at(
              attribute,
              fixIts: [.nameSuperclass(first.type.trimmedDescription, in: attribute)]))
      } else if !declaration.isFinal, !subject.arguments.saysSuperclass {
        problems.append(
          isModel
            ? Problem.openModel(subject.name).at(
              declaration.name, fixIts: [.makeFinal(declaration)])
            : Problem.openClass(subject.name).at(
              attribute, fixIts: [.addArgument("superclass: nil", to: attribute)]))
      } else if inherited.isEmpty, declaration.relyOnImplicitInitializer {
        problems.append(
          Problem.noInitializer(subject.name, attribute).at(
            declaration.name,
            fixIts: [
              FixIt(
                "add 'init() {}'",
                .insert("\n\n  init() {}", after: lastToken(of: declaration.memberBlock)))
            ]))
      }
    }

    /// Returns the node after which the fix-it inserts a member.
    private func lastToken(of members: MemberBlockSyntax) -> Syntax {
      members.members.last.map(Syntax.init) ?? Syntax(members.leftBrace)
    }
  }

  extension ClassDeclSyntax {
    /// Whether the class has only implicit initializers: the class contains no initializer and no
    /// `#if`, and all stored properties have initial values.
    fileprivate var relyOnImplicitInitializer: Bool {
      memberBlock.members.allSatisfy { member in
        if member.decl.is(InitializerDeclSyntax.self) || member.decl.is(IfConfigDeclSyntax.self) {
          return false
        }
        guard let property = member.decl.as(VariableDeclSyntax.self), property.isOfInstances else {
          return true
        }
        return property.bindings.typed.allSatisfy { binding, type in
          !binding.isStored || binding.hasInitialValue(in: property)
        }
      }
    }
  }
#endif
