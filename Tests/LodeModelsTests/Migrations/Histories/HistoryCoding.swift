import LodeModels

// Objects of a random history are archived field by field, as a type's own code would do it.
extension ArchiveWriter {
  mutating func encode(_ plain: Plain, _ role: HistoryRole) throws {
    // Properties of one object refer to one instance.
    var node: HistoryNode?
    for field in HistoryShape.current.fields(role) {
      let value = plain[field.name] ?? .null
      switch field.type {
      case .int: try encode(value.int ?? 0)
      case .int32: try encode(Int32(value.int ?? 0))
      case .double: try encode(value.double ?? 0)
      case .text: try encode(value.string ?? "")
      case .optionalInt: try encode(value.int)
      case .optionalText: try encode(value.string)
      case .object(.node):
        let object = node ?? HistoryNode(value)
        node = object
        try encode(object)
      case .object(.gone): try encode(HistoryGone(value))
      case .object: try encode(HistoryInner(value))
      case .optionalObject: try encode(value == .null ? nil : HistoryInner(value))
      case .array(.gone): try encode((value.array ?? []).map { HistoryGone($0) })
      case .array: try encode((value.array ?? []).map { HistoryInner($0) })
      case .dictionary:
        let entries = (value.dictionary ?? [:]).map {
          ($0.key.string ?? "", HistoryInner($0.value))
        }
        try encode(Dictionary(uniqueKeysWithValues: entries))
      }
    }
  }
}

extension ArchiveReader {
  mutating func decode(_ role: HistoryRole) throws -> Plain {
    var plain: Plain = [:]
    for (index, field) in HistoryShape.current.fields(role).enumerated() {
      plain[field.name] = try value(index, field)
    }
    return plain
  }

  private mutating func value(_ index: Int, _ field: HistoryField) throws -> ArchiveValue {
    switch field.type {
    case .int: return .int(Int64(try decode(index) as Int))
    case .int32: return .int(Int64(try decode(index) as Int32))
    case .double: return .double(try decode(index))
    case .text: return .string(try decode(index))
    case .optionalInt: return (try decode(index) as Int?).map { .int(Int64($0)) } ?? .null
    case .optionalText: return (try decode(index) as String?).map { .string($0) } ?? .null
    case .object(.node): return ArchiveValue((try decode(index) as HistoryNode).plain)
    case .object(.gone): return ArchiveValue((try decode(index) as HistoryGone).plain)
    case .object: return ArchiveValue((try decode(index) as HistoryInner).plain)
    case .optionalObject:
      return (try decode(index) as HistoryInner?).map { ArchiveValue($0.plain) } ?? .null
    case .array(.gone):
      return .array((try decode(index) as [HistoryGone]).map { ArchiveValue($0.plain) })
    case .array:
      return .array((try decode(index) as [HistoryInner]).map { ArchiveValue($0.plain) })
    case .dictionary:
      let entries = try decode(index) as [String: HistoryInner]
      return .dictionary(
        Dictionary(uniqueKeysWithValues: entries.map { (.string($0), ArchiveValue($1.plain)) }))
    }
  }
}
