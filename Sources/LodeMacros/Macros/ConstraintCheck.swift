#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// The check of the generic parameters of a type.
  ///
  /// A parameter in the type of a field must conform to `ArchivableValue`. No parameter can be a
  /// parameter pack.
  struct ConstraintCheck {
    private(set) var problems: [Diagnostic] = []

    /// Common constraints that do not imply `ArchivableValue`; the check accepts other constraints.
    private static let unhelpful: Set = [
      "AnyObject", "BitwiseCopyable", "Comparable", "Copyable", "CustomStringConvertible",
      "Equatable", "Error", "Hashable", "Identifiable", "Sendable", "SendableMetatype",
    ]

    init(_ declaration: some DeclGroupSyntax & WithGenericParametersSyntax) {
      let used = Self.namesOfTypes(in: declaration.memberBlock)
      for parameter in declaration.genericParameterClause?.parameters ?? [] {
        if parameter.specifier?.tokenKind == .keyword(.each) {
          problems.append(Problem.parameterPack.at(parameter))
        } else if used.contains(parameter.name.text),
          Self.constraints(of: parameter, in: declaration.genericWhereClause)
            .allSatisfy(Self.unhelpful.contains)
        {
          problems.append(Self.problem(of: parameter))
        }
      }
    }

    private static func problem(of parameter: GenericParameterSyntax) -> Diagnostic {
      let change: FixIt.Change =
        if let inherited = parameter.inheritedType {
          .insert(" & ArchivableValue", after: inherited)
        } else {
          .insert(": ArchivableValue", after: parameter.name)
        }
      return Problem.unconstrained(parameter.name.text).at(
        parameter, fixIts: [FixIt("add the constraint", change)])
    }

    /// Returns the constraints of a parameter, from the parameter list and the where clause.
    ///
    /// `==` in the result means a same-type requirement.
    private static func constraints(
      of parameter: GenericParameterSyntax, in whereClause: GenericWhereClauseSyntax?
    ) -> [String] {
      let own = parameter.inheritedType.map { Self.parts(of: $0) } ?? []
      let further = (whereClause?.requirements ?? []).flatMap { requirement -> [String] in
        switch requirement.requirement {
        case .conformanceRequirement(let found)
        where found.leftType.trimmedDescription == parameter.name.text:
          Self.parts(of: found.rightType)
        case .sameTypeRequirement(let found):
          found.trimmedDescription.hasPrefix(parameter.name.text + " ") ? ["=="] : []
        default: []
        }
      }
      return own + further
    }

    /// Returns the names in a composition (`A & B`), or the name of a single type.
    private static func parts(of type: TypeSyntax) -> [String] {
      type.as(CompositionTypeSyntax.self)?.elements.map { $0.type.trimmedDescription }
        ?? [type.trimmedDescription]
    }

    /// Returns the identifiers in the types of stored properties and associated values, except for
    /// properties with `@Ignored` or `@Transformed`.
    private static func namesOfTypes(in members: MemberBlockSyntax) -> Set<String> {
      var names: Set<String> = []
      for member in members.members {
        if let property = member.decl.as(VariableDeclSyntax.self), property.isOfInstances,
          !property.attributes.has("Ignored", "Transformed")
        {
          for binding in property.bindings where binding.isStored {
            names.formUnion(binding.typeAnnotation?.type.identifiers ?? [])
          }
        } else if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
          for parameter in declaration.elements.compactMap(\.parameterClause).flatMap(\.parameters)
          {
            names.formUnion(parameter.type.identifiers)
          }
        }
      }
      return names
    }
  }

  extension TypeSyntax {
    fileprivate var identifiers: [String] {
      tokens(viewMode: .sourceAccurate).compactMap {
        if case .identifier(let name) = $0.tokenKind { name } else { nil }
      }
    }
  }
#endif
