#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// A property with `@Searchable`.
  struct SearchableProperty {
    /// The names of the declared properties, as written in the program.
    let names: [String]
    /// The arguments as written; `nil` without arguments.
    let arguments: String?
    private(set) var problems: [Diagnostic] = []

    init?(_ property: VariableDeclSyntax) {
      guard let marker = property.attributes.first(named: "Searchable") else { return nil }
      names = property.storedNames
      let arguments = marker.labeledArguments.map(\.trimmedDescription).joined(separator: " ")
      self.arguments = arguments.isEmpty ? nil : arguments
      let name = names.first ?? ""
      if property.attributes.has("Ignored") {
        problems = [Problem.ignoredSearch(name).at(marker, fixIts: [.remove(marker)])]
      } else if property.isReference {
        problems = [Problem.referenceSearch(name).at(marker, fixIts: [.remove(marker)])]
      } else if !property.attributes.has("Transformed") {
        problems = Self.nonTexts(in: property).map { name, type, place in
          Problem.nonTextSearch(name, type).at(place, fixIts: [.remove(marker)])
        }
      }
    }
  }

  extension SearchableProperty {
    /// Returns the properties whose values certainly contain no text.
    ///
    /// The method omits types that the macro does not know, for example a type of the program.
    private static func nonTexts(
      in property: VariableDeclSyntax
    ) -> [(name: String, type: String, place: Syntax)] {
      property.bindings.typed.compactMap { binding, type in
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
          return nil
        }
        if let type { return type.hasNoWords ? (name, type.trimmedDescription, Syntax(type)) : nil }
        guard let value = binding.initializer?.value,
          let made = value.literalType ?? value.madeType, typesWithoutWords.contains(made)
        else { return nil }
        return (name, made, Syntax(value))
      }
    }

    /// The names of common types whose values have no words.
    fileprivate static let typesWithoutWords: Set = [
      "Blob", "Bool", "Data", "Date", "Decimal", "Double", "Float", "Int", "Int8", "Int16", "Int32",
      "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UUID",
    ]

    /// Returns the properties of a type that have `@Searchable`.
    static func all(in declaration: some DeclGroupSyntax) -> [SearchableProperty] {
      declaration.memberBlock.members.storedProperties.compactMap { SearchableProperty($0) }
    }
  }

  extension TypeSyntax {
    /// Whether values of the type certainly contain no text.
    ///
    /// For an optional, an array, or a set, the answer depends on the type of the wrapped value or
    /// of the elements. A dictionary counts as a type without text.
    fileprivate var hasNoWords: Bool {
      if let wrapped { return wrapped.hasNoWords }
      let type = bare
      if let array = type.as(ArrayTypeSyntax.self) { return array.element.hasNoWords }
      if type.is(DictionaryTypeSyntax.self) { return true }
      if let name = type.as(IdentifierTypeSyntax.self), ["Array", "Set"].contains(name.name.text),
        let element = type.genericArguments.first
      {
        return element.hasNoWords
      }
      let name = type.trimmedDescription.split(separator: ".").last.map(String.init) ?? ""
      return SearchableProperty.typesWithoutWords.contains(name)
    }
  }
#endif
