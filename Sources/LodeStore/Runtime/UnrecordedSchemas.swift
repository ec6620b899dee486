internal import LodeCoding
import Synchronization

/// The schemas of archives that exist only in memory.
///
/// Unrecorded schemas have higher numbers than the schemas that the store has recorded.
final class UnrecordedSchemas: Sendable {
  private static let first: UInt32 = 0x8000_0001
  private let schemas = Mutex<[ArchiveSchema]>([])
  private let count = Atomic(0)

  /// Returns whether a number is in the range of unrecorded schemas.
  static func has(_ number: UInt32) -> Bool { number >= first }

  /// Whether no unrecorded schema exists.
  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  /// Returns the schema with a number, or `nil` if no unrecorded schema has the number.
  func schema(_ number: UInt32) -> ArchiveSchema? {
    schemas.withLock { schemas in
      guard number >= Self.first, number - Self.first < schemas.count else { return nil }
      return schemas[Int(number - Self.first)]
    }
  }

  /// Returns the number of a schema, and adds the schema if necessary.
  func number(of schema: ArchiveSchema) -> UInt32 {
    schemas.withLock { schemas in
      let index = schemas.firstIndex(of: schema) ?? schemas.count
      if index == schemas.count {
        schemas.append(schema)
        count.store(schemas.count, ordering: .releasing)
      } else if schemas[index].added != schema.added {
        // The defaults of added fields have changed.
        schemas[index] = schema
      }
      return Self.first + UInt32(index)
    }
  }
}
