internal import LodeCoding
internal import LodeStore

/// The types of a store's archives by collection.
struct SchemaOverview {
  /// One schema: a version of a structure, a class, an enum case, or an extension.
  struct Version {
    /// The number of the schema in the store.
    let number: UInt32
    let schema: ArchiveSchema
    /// The number of the collection's rows that refer to the schema; `nil` if rows were not
    /// counted.
    let rows: Int?
    /// The names of the fields that the newest version of the type lacks, except renamed fields.
    let unhandled: [String]
    /// The new names of renamed fields, by old name.
    let renamed: [String: String]
    /// The name of the type in the output; see `ArchiveSchema.title`.
    var type: String { schema.title }
  }

  /// The schemas that the rows of a collection refer to, or the schemas without a collection.
  struct Collection {
    /// The name; `nil` for schemas without rows, and for all schemas if rows were not counted.
    let name: String?
    /// The versions, grouped by type and sorted by version within a type.
    let versions: [Version]
  }

  /// The collections sorted by name; the collection of schemas without rows comes last.
  let collections: [Collection]

  /// Groups the schemas of a store by collection and type.
  ///
  /// - Parameters:
  ///   - records: The schemas of the store.
  ///   - recorded: The migration records of the types, which contain the former names of fields.
  ///   - usage: The number of rows that refer to each schema, by schema number and collection;
  ///     `nil` if rows were not counted.
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
    var all: [(record: SchemaRecord, unhandled: [String], renamed: [String: String])] = []
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
          // As in reading a row, a former name applies only if the schema lacks the new name.
          guard record.schema.index(of: name) == nil else { continue }
          if let old = former.first(where: gone.contains) { renamed[old] = name }
        }
        return (record, gone.filter { renamed[$0] == nil }, renamed)
      }
    }
    func collection(_ name: String?, _ rows: (UInt32) -> Int??) -> Collection {
      Collection(
        name: name,
        versions: all.compactMap { record, unhandled, renamed in
          rows(record.number).map {
            Version(
              number: record.number, schema: record.schema, rows: $0, unhandled: unhandled,
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

  /// The identity that all versions of a type share.
  ///
  /// A class keeps its identity if the superclass changes.
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
  /// The name of the type in the output, with the superclass, the enum case, or the extension.
  var title: String {
    switch kind {
    case .structure: name
    case .class(let superclass): "class \(name)" + (superclass.map { ": \($0)" } ?? "")
    case .enumCase(let name): "\(self.name).\(name)"
    case .extension(let label): "\(name), extension \(label)"
    }
  }
}

extension ArchiveSchema.Field {
  /// The field as JSON.
  var document: JSONValue { ["name": .string(name), "type": .string("\(type)")] }
}

/// Returns a number of rows as text: `no rows`, `1 row`, `2 rows`.
func rowCount(_ number: Int) -> String { number == 0 ? "no rows" : count(number, "row") }
