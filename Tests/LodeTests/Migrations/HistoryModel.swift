import Lode

/// The shapes of the two types of a random history as the program has them that runs.
final class HistoryShape: Sendable {
  @TaskLocal static var current = HistoryShape([], 1, [], 1)
  let outer: [HistoryField]
  let inner: [HistoryField]
  let outerSchema: ArchiveSchema
  let innerSchema: ArchiveSchema

  init(_ outer: [HistoryField], _ outerVersion: Int, _ inner: [HistoryField], _ innerVersion: Int) {
    (self.outer, self.inner) = (outer, inner)
    outerSchema = ArchiveSchema("Outer", version: outerVersion, fields: outer.map(\.field))
    innerSchema = ArchiveSchema("Inner", version: innerVersion, fields: inner.map(\.field))
  }
}

/// A type whose fields are those of the shape.
struct HistoryInner: Archivable, Equatable {
  var fields: Plain
  static var archiveSchema: ArchiveSchema { HistoryShape.current.innerSchema }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(fields, HistoryShape.current.inner)
  }

  init(from archive: inout ArchiveReader) throws {
    fields = try archive.decode(HistoryShape.current.inner)
  }
}

/// A model whose fields are those of the shape, the first of them the key.
struct HistoryOuter: Archivable, Model {
  var fields: Plain
  static let collectionName = "outer"
  static let keyFields = ["id"]
  static let indexes = [IndexDefinition("id")]
  var primaryKey: Int { fields["id"]?.int ?? 0 }
  static var archiveSchema: ArchiveSchema { HistoryShape.current.outerSchema }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(fields, HistoryShape.current.outer)
  }

  init(from archive: inout ArchiveReader) throws {
    fields = try archive.decode(HistoryShape.current.outer)
  }
}

extension ArchiveWriter {
  fileprivate mutating func encode(_ values: Plain, _ fields: [HistoryField]) throws {
    for field in fields {
      let value = values[field.name] ?? .null
      switch field.type {
      case .object: try encode(value.decoded(as: HistoryInner.self))
      case .array(.object): try encode(value.decoded(as: [HistoryInner].self))
      case .string: try encode(value.decoded(as: String.self))
      case .int32: try encode(value.decoded(as: Int32.self))
      case .optional(.int64): try encode(value.untyped == .null ? nil : value.decoded(as: Int.self))
      default: try encode(value.decoded(as: Int.self))
      }
    }
  }
}

extension ArchiveReader {
  fileprivate mutating func decode(_ fields: [HistoryField]) throws -> Plain {
    var values: Plain = [:]
    for (index, field) in fields.enumerated() {
      let standard = field.defaultValue
      switch field.type {
      case .object: values[field.name] = try ArchiveValue(archiving: decode(index) as HistoryInner)
      case .array(.object):
        values[field.name] = .array(
          try (decode(index) as [HistoryInner]).map { try ArchiveValue(archiving: $0) })
      case .string:
        values[field.name] = .string(try decode(index, default: standard.string ?? ""))
      case .int32:
        let value: Int32 = try decode(index, default: Int32(standard.int ?? 0))
        values[field.name] = .int(Int64(value))
      case .optional(.int64):
        let value: Int? = try decode(index)
        values[field.name] = value.map { .int(Int64($0)) } ?? .null
      default: values[field.name] = .int(Int64(try decode(index, default: standard.int ?? 0)))
      }
    }
    return values
  }
}
