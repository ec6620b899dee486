internal import LodeCoding
internal import LodeStore

/// The types of a store's archives, collection by collection.
struct SchemaOverview {
  /// A version of a type, or of a part of one that has a schema of its own.
  struct Version {
    /// The number of the schema in the store.
    let number: UInt32
    let schema: ArchiveSchema
    /// How many of the collection's rows refer to it; `nil` when they were not counted.
    let rows: Int?
    /// The fields that the type's newest version does not have, under another name neither.
    let leftovers: [String]
    /// The names of today for fields that have another name in the newest version.
    let renamed: [String: String]
    /// What the type is called; the same for all of its versions.
    var type: String { schema.title }
  }

  /// The versions that the rows of a collection refer to.
  struct Collection {
    /// The name; `nil` for what no row refers to, and for all when rows were not counted.
    let name: String?
    /// Type by type as they came into the store, each in the order of its versions.
    let versions: [Version]
  }

  /// In the order of names, and at the end what no row refers to.
  let collections: [Collection]

  /// - Parameters:
  ///   - types: what is on record of types, such as the former names of their fields, which schemas
  ///     do not tell.
  ///   - usage: how many rows refer to each schema, by its number and the collection.
  init(
    _ records: [SchemaRecord], types recorded: [String: MigrationRecords.TypeRecord],
    _ usage: [UInt32: [String: Int]]?
  ) {
    var types: [Level: [SchemaRecord]] = [:]
    var order: [Level] = []
    for record in records {
      let level = Level(record.schema)
      if types[level] == nil { order.append(level) }
      types[level, default: []].append(record)
    }
    var all: [(record: SchemaRecord, leftovers: [String], renamed: [String: String])] = []
    for level in order {
      let versions = (types[level] ?? []).sorted {
        ($0.schema.version, $0.number) < ($1.schema.version, $1.number)
      }
      let newest = versions.last?.schema.version
      let fields = Set(
        versions.filter { $0.schema.version == newest }.flatMap { $0.schema.fields.map(\.name) })
      let formerNames = recorded[level.name]?.formerFields ?? [:]
      all += versions.map { record in
        let gone = record.schema.fields.map(\.name).filter { !fields.contains($0) }
        var renamed: [String: String] = [:]
        for (name, former) in formerNames where fields.contains(name) {
          // As reading does: a field that has today's name already is that one.
          guard record.schema.index(of: name) == nil else { continue }
          if let old = former.first(where: gone.contains) { renamed[old] = name }
        }
        return (record, gone.filter { renamed[$0] == nil }, renamed)
      }
    }
    func collection(_ name: String?, _ rows: (UInt32) -> Int??) -> Collection {
      Collection(
        name: name,
        versions: all.compactMap { record, leftovers, renamed in
          rows(record.number).map {
            Version(
              number: record.number, schema: record.schema, rows: $0, leftovers: leftovers,
              renamed: renamed)
          }
        })
    }
    guard let usage else {
      collections = all.isEmpty ? [] : [collection(nil) { _ in .some(nil) }]
      return
    }
    let names = Set(usage.values.flatMap(\.keys)).sorted()
    let unused = collection(nil) { usage[$0] == nil ? .some(0) : nil }
    collections =
      names.map { name in collection(name) { usage[$0]?[name].map { .some($0) } } }
      + (unused.versions.isEmpty ? [] : [unused])
  }

  /// What the versions of a type have in common; a class may get another superclass.
  private struct Level: Hashable {
    let name: String
    let kind: ArchiveSchema.Kind

    init(_ schema: ArchiveSchema) {
      name = schema.name
      if case .class = schema.kind { kind = .class(superclass: nil) } else { kind = schema.kind }
    }
  }
}

extension ArchiveSchema {
  /// What it describes, as it is printed.
  var title: String {
    switch kind {
    case .structure: name
    case .class(let superclass): "class \(name)" + (superclass.map { ": \($0)" } ?? "")
    case .enumCase(let name): "\(self.name).\(name)"
    case .extension(let label): "\(name), extension \(label)"
    }
  }
}

/// "1 row", "2 rows", "no rows".
func rowCount(_ count: Int) -> String {
  count == 0 ? "no rows" : count == 1 ? "1 row" : "\(grouped(count)) rows"
}
