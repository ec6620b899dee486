#if Macros
  /// The list of a model's indexes.
  struct IndexExpansion {
    let subject: Subject
    let indexes: IndexedProperties
    let searchable: [SearchableProperty]
    /// The fields of the model, by which properties have their names in archives.
    let fields: [ArchivedProperty]
    /// What stands behind `@Model`, as expressions.
    let furtherIndexes: String?
    let furtherSearch: String?

    /// None when the model has no indexes.
    var members: [String] {
      let head = "\(subject.access.modifier)static let indexes: [Lode.IndexDefinition] ="
      let own = indexes.all.flatMap(definitions) + search
      let others = furtherIndexes
      if own.isEmpty { return others.map { ["\(head) \($0)"] } ?? [] }
      let lines = ["["] + own.map { "  \($0)," } + ["]"]
      let list = lines.joined(separator: "\n")
      return ["\(head) \(list)\(others.map { " + \($0)" } ?? "")"]
    }

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

    /// The index of all that is searched, if anything is.
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

    /// The field as a part: names that are no everyday ones would be read as signs and paths.
    private static func part(_ name: String) -> String {
      isPlain(name) ? name : ".init(\(path(name)))"
    }

    private static func path(_ name: String) -> String {
      isPlain(name) ? name : "Lode.MacroExpansion.ArchivePath([\(name)])"
    }

    private static func isPlain(_ name: String) -> Bool {
      let plain = name.dropFirst().dropLast()
      return name.hasPrefix("\"") && !plain.isEmpty
        && plain.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
          default: false
          }
        }
    }
  }
#endif
