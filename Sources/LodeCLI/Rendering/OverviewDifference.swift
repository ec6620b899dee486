internal import LodeCoding
internal import LodeStore

/// The difference between two stores for one type in one collection.
struct OverviewDifference {
  /// The name of the collection; `nil` if rows were not counted.
  let collection: String?
  /// The name of the type.
  let type: String
  /// The differing versions of the first store, and the differing fields of the newest version.
  private let removed: Side
  /// The differing versions of the other store, and the differing fields of the newest version.
  private let added: Side

  private struct Side {
    var versions: [SchemaOverview.Version] = []
    var fields: [ArchiveSchema.Field] = []
    var isEmpty: Bool { versions.isEmpty && fields.isEmpty }
  }

  /// Returns the differences, sorted by the names of collections.
  ///
  /// If rows were counted, the comparison ignores schemas without rows.
  static func list(_ one: SchemaOverview, _ other: SchemaOverview) -> [OverviewDifference] {
    let names = Set((one.collections + other.collections).map(\.name)).sorted {
      ($0 ?? "") < ($1 ?? "")
    }
    return names.flatMap { name in
      let (a, b) = (one.versions(in: name), other.versions(in: name))
      var types: [String] = []
      for version in a + b where !types.contains(version.type) { types.append(version.type) }
      return types.compactMap { type in
        OverviewDifference(name, type, a.filter { $0.type == type }, b.filter { $0.type == type })
      }
    }
  }

  /// Compares the versions of a type; the result is `nil` if the stores do not differ.
  private init?(
    _ collection: String?, _ type: String, _ one: [SchemaOverview.Version],
    _ other: [SchemaOverview.Version]
  ) {
    (self.collection, self.type) = (collection, type)
    removed = Side(
      versions: one.filter { version in !other.contains { version.isSame(as: $0) } },
      fields: Self.fields(one.last, without: other.last))
    added = Side(
      versions: other.filter { version in !one.contains { version.isSame(as: $0) } },
      fields: Self.fields(other.last, without: one.last))
    if removed.isEmpty && added.isEmpty { return nil }
  }

  /// Returns the fields of `version` that `other` lacks or has with another type.
  private static func fields(
    _ version: SchemaOverview.Version?, without other: SchemaOverview.Version?
  ) -> [ArchiveSchema.Field] {
    (version?.schema.fields ?? []).filter { field in
      !(other?.schema.fields ?? []).contains { $0.name == field.name && $0.type == field.type }
    }
  }

  /// One line for each difference: `-` marks the first store, `+` marks the other store.
  var lines: [String] {
    func versions(_ sign: String, _ side: Side) -> [String] {
      side.versions.map { version in
        let rows = version.rows.map { ", " + rowCount($0) } ?? ""
        return "\(sign) version \(version.schema.version)\(rows)"
      }
    }
    func fields(_ sign: String, _ side: Side) -> [String] {
      side.fields.map { "\(sign) \($0.name)  \($0.type)" }
    }
    return versions("-", removed) + versions("+", added) + fields("-", removed)
      + fields("+", added)
  }

  /// The difference as JSON.
  var document: JSONValue {
    func document(_ side: Side) -> JSONValue {
      [
        "versions": .array(
          side.versions.map {
            [
              "version": .int($0.schema.version), "rows": $0.rows.map(JSONValue.int) ?? .null,
            ]
          }),
        "fields": .array(side.fields.map(\.document)),
      ]
    }
    return [
      "collection": collection.map(JSONValue.string) ?? .null, "type": .string(type),
      "removed": document(removed), "added": document(added),
    ]
  }
}

extension SchemaOverview {
  fileprivate func versions(in collection: String?) -> [Version] {
    // A store keeps schemas without rows, so an unused schema is not a difference.
    collections.first { $0.name == collection }?.versions.filter { $0.rows != 0 } ?? []
  }
}

extension SchemaOverview.Version {
  /// Returns whether two versions have the same schema and the same number of rows.
  fileprivate func isSame(as other: SchemaOverview.Version) -> Bool {
    schema == other.schema && rows == other.rows
  }
}
