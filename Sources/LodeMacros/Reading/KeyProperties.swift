#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// The properties with `@Key`, and their problems.
  struct KeyProperties {
    /// The names as written in the program.
    private(set) var names: Set<String> = []
    private(set) var isSequence = false
    /// Whether `@Key(.sequence)` is on a property to which the store cannot assign a number.
    private(set) var hasSequenceProblems = false
    /// The name of a property that could be the key; `nil` if a property has `@Key`, or if no
    /// property can be a key.
    private(set) var proposed: String?
    private(set) var problems: [Diagnostic] = []

    init(_ declaration: some DeclGroupSyntax, of attribute: AttributeSyntax) {
      let properties = declaration.memberBlock.members.declarations.compactMap {
        $0.syntax.as(VariableDeclSyntax.self)
      }
      let keys = properties.compactMap { property in
        property.attributes.first(named: "Key").map { KeyProperty(marker: $0, property: property) }
      }
      if keys.isEmpty {
        let proposal = Self.proposal(among: properties)
        proposed = proposal?.name
        problems = [
          Problem.noKey.at(
            attribute,
            fixIts: proposal.map {
              [FixIt("add @Key to '\($0.name)'", .insert("@Key ", before: $0.property))]
            } ?? [])
        ]
      }
      // `KeyMacro` refuses `@Key` on `static`, `class`, and `lazy` properties.
      for key in keys where key.property.isOfInstances {
        names.formUnion(key.property.storedNames)
        problems += key.problems
        guard let generation = key.sequence else { continue }
        isSequence = true
        problems += key.sequenceProblems
        hasSequenceProblems = hasSequenceProblems || !key.sequenceProblems.isEmpty
        if keys.count > 1 {
          problems.append(
            Problem.sequenceOfSeveral.at(
              generation, fixIts: [.removeArguments(of: key.marker)]))
        }
      }
    }

    /// Returns the first property that can be a key, with preference for `id`; `nil` if no property
    /// can be a key.
    private static func proposal(
      among properties: [VariableDeclSyntax]
    ) -> (name: String, property: VariableDeclSyntax)? {
      let possible = properties.compactMap { property in
        property.possibleKey.map { (name: $0, property: property) }
      }
      return possible.first { $0.name == "id" } ?? possible.first
    }
  }

  extension VariableDeclSyntax {
    /// The name of the property, if the property is a field that can be a key; otherwise `nil`.
    fileprivate var possibleKey: String? {
      guard isOfInstances, !isReference, !attributes.has("Ignored"), bindings.count == 1,
        let (binding, type) = bindings.typed.first, binding.isStored, type?.wrapped == nil,
        !(isConstant && binding.initializer != nil)
      else { return nil }
      return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
  }
#endif
