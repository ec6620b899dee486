#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// One attribute `@Index` or `@Unique`, with its property.
  struct IndexedProperty {
    /// The options that the attribute can have, in the order of the generated code.
    enum Option: String, CaseIterable {
      case descending, folded, each, includingNil
    }

    let marker: AttributeSyntax
    let property: VariableDeclSyntax
    let isUnique: Bool
    private(set) var options: Set<Option> = []
    private(set) var problems: [Diagnostic] = []

    init?(_ marker: AttributeSyntax, of property: VariableDeclSyntax) {
      guard marker.isNamed("Index") || marker.isNamed("Unique") else { return nil }
      self.marker = marker
      self.property = property
      isUnique = marker.isNamed("Unique")
      if let problem = unsuitable { problems.append(problem) }
      for argument in marker.labeledArguments {
        let name = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        if let option = name.flatMap(Option.init) {
          options.insert(option)
        } else {
          // The compiler reports an unknown option, for example the misspelled `.foldde`. If the
          // program defines the option, the macro warns and ignores the option.
          problems.append(
            (name == nil ? Problem.indexOption : Problem.ownIndexOption).at(argument.expression))
        }
      }
    }

    /// The names of the declared properties, as written in the program.
    var names: [String] { property.storedNames }

    /// The reason why the property cannot have an index; `nil` if the property can.
    private var unsuitable: Diagnostic? {
      let name = names.first ?? ""
      if property.attributes.has("Ignored") {
        return Problem.ignoredIndex(name).at(marker, fixIts: [.remove(marker)])
      }
      if property.isReference {
        return Problem.referenceIndex(name).at(marker, fixIts: [.remove(marker)])
      }
      return nil
    }

    /// The options of the index's component; `includingNil` is an option of the whole index.
    ///
    /// A second attribute with the same component options on the same property is an error.
    var part: Set<Option> { options.subtracting([.includingNil]) }
  }

  /// All attributes `@Index` and `@Unique` in a type, and the problems of these attributes.
  struct IndexedProperties {
    private(set) var all: [IndexedProperty] = []
    private(set) var problems: [Diagnostic] = []

    init(_ declaration: some DeclGroupSyntax) {
      declaration.memberBlock.members.storedProperties.forEach { add($0) }
    }

    private mutating func add(_ property: VariableDeclSyntax) {
      let markers = property.attributes.compactMap { $0.as(AttributeSyntax.self) }
      var parts: Set<Set<IndexedProperty.Option>> = []
      for index in markers.compactMap({ IndexedProperty($0, of: property) }) {
        problems += index.problems
        if parts.insert(index.part).inserted {
          all.append(index)
        } else {
          problems.append(
            Problem.sameIndex(index.names.first ?? "").at(
              index.marker, fixIts: [.remove(index.marker)]))
        }
      }
    }
  }
#endif
