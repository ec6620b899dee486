#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// A property's `@Searchable`.
  struct SearchableProperty {
    /// As the program spells them.
    let names: [String]
    /// The arguments as they stand there, `nil` when there are none.
    let arguments: String?
    private(set) var problems: [Diagnostic] = []

    init?(_ property: VariableDeclSyntax) {
      guard let marker = property.attributes.first(named: "Searchable") else { return nil }
      names = property.bindings.filter(\.isStored).compactMap {
        $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      }
      let arguments = marker.labeledArguments.map(\.trimmedDescription).joined(separator: " ")
      self.arguments = arguments.isEmpty ? nil : arguments
      let name = names.first ?? ""
      if property.attributes.first(named: "Ignored") != nil {
        problems = [Problem.ignoredSearch(name).at(marker, fixIts: [.remove(marker)])]
      } else if property.attributes.first(named: "Reference") != nil
        || property.modifier(.weak) != nil
      {
        problems = [Problem.referenceSearch(name).at(marker, fixIts: [.remove(marker)])]
      }
    }
  }

  extension SearchableProperty {
    /// The properties of a type that have one.
    static func all(in declaration: some DeclGroupSyntax) -> [SearchableProperty] {
      declaration.memberBlock.members.compactMap { member in
        guard let property = member.decl.as(VariableDeclSyntax.self), property.isOfInstances,
          property.bindings.contains(where: \.isStored)
        else { return nil }
        return SearchableProperty(property)
      }
    }
  }
#endif
