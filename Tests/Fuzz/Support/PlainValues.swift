import LodeCoding

// Values without what the types in an archive decide, to compare what is archived with what is
// read.

extension Archive {
  /// The archive without what the types in it decide: of which width a number is, and what is said
  /// twice.
  var plain: Archive {
    Archive(root.plain, type: rootType, objects: objects.map { $0?.plain })
  }
}

extension ArchiveValue {
  var plain: ArchiveValue {
    switch self {
    case .uint(let value): Int64(exactly: value).map(ArchiveValue.int) ?? self
    case .float(let value): Self.plain(Double(value))
    case .double(let value): Self.plain(value)
    case .typed(_, let value): value.plain
    case .array(let values): .array(values.map(\.plain))
    case .set(let values): .set(Set(values.map(\.plain)))
    case .dictionary(let entries): .set(Set(entries.map { .array([$0.plain, $1.plain]) }))
    case .object(let object): .object(object.plain)
    default: self
    }
  }

  private static func plain(_ value: Double) -> ArchiveValue {
    if value.isNaN { return .double(.nan) }
    return Int64(exactly: value).map(ArchiveValue.int)
      ?? UInt64(exactly: value).map(ArchiveValue.uint) ?? .double(value)
  }
}

extension ArchivedObject {
  var plain: ArchivedObject {
    let groups = extensions?.map {
      Group($0.label, version: $0.version, fields: $0.fields.map(\.plain))
    }
    return ArchivedObject(
      name, version: version, kind: kind, fields: fields.map(\.plain),
      extensions: groups?.sorted { $0.label.utf8.lexicographicallyPrecedes($1.label.utf8) },
      superclass: superclass?.plain)
  }
}

extension ArchivedObject.Field {
  var plain: ArchivedObject.Field { .init(name, type: type, value.plain) }
}
