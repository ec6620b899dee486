#if Macros
  /// The generated list of a model's indexes.
  struct IndexExpansion {
    let subject: Subject
    let indexes: IndexedProperties
    let searchable: [SearchableProperty]
    /// The fields of the model, which map properties to their stored names.
    let fields: [ArchivedProperty]
    /// The argument `indexes:` of `@Model`, as an expression; `nil` without the argument.
    let furtherIndexes: String?
    /// The argument `search:` of `@Model`, as an expression; `nil` without the argument.
    let furtherSearch: String?

    /// The generated members; empty if the model has no indexes.
    var members: [String] {
      let head = "\(subject.access.modifier)static let indexes: [Lode.IndexDefinition] ="
      let own = indexes.all.flatMap(definitions) + search
      let others = furtherIndexes
      if own.isEmpty { return others.map { ["\(head) \($0)"] } ?? [] }
      let lines = ["["] + own.map { "  \($0)," } + ["]"]
      let list = lines.joined(separator: "\n")
      return ["\(head) \(list)\(others.map { " + \($0)" } ?? "")"]
    }

    /// Returns the expressions for the indexes of an attribute, one for each declared property.
    private func definitions(_ index: IndexedProperty) -> [String] {
      fields.filter { index.names.contains($0.name) }.map { field in
        var part = Self.part(field.storedName)
        for option in IndexedProperty.Option.allCases.reversed() where index.part.contains(option) {
          part = ".\(option)(\(part))"
        }
        return "Lode.IndexDefinition(\(part))"
          + (index.isUnique ? ".unique()" : "")
          + (index.options.contains(.includingNil) ? ".includingNil()" : "")
      }
    }

    /// An array with the expression for the full-text index of all searchable fields; empty without
    /// searchable fields.
    private var search: [String] {
      let own = searchable.flatMap { property in
        fields.filter { property.names.contains($0.name) }.map { field in
          let arguments = property.arguments.map { ", \($0)" } ?? ""
          return "Lode.SearchField(\(Self.path(field.storedName))\(arguments))"
        }
      }
      let list = "[\(own.joined(separator: ", "))]"
      switch (own.isEmpty, furtherSearch) {
      case (true, nil): return []
      case (true, let others?): return ["Lode.IndexDefinition(search: \(others))"]
      case (false, nil): return ["Lode.IndexDefinition(search: \(list))"]
      case (false, let others?): return ["Lode.IndexDefinition(search: \(list) + \(others))"]
      }
    }

    /// Returns the expression for the index component of the field with a stored name.
    ///
    /// A string literal of ASCII letters, digits, and underscores stays a string literal. Other
    /// names become an `ArchivePath`, so that Lode does not parse a dot in the name as a separator.
    private static func part(_ name: String) -> String {
      isPlain(name) ? name : ".init(\(path(name)))"
    }

    private static func path(_ name: String) -> String {
      isPlain(name) ? name : "Lode.MacroExpansion.ArchivePath([\(name)])"
    }

    private static func isPlain(_ name: String) -> Bool {
      let plain = name.dropFirst().dropLast()
      return name.hasPrefix("\"") && !plain.isEmpty
        && plain.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
  }
#endif
