internal import LodeCoding
internal import LodeLMDB

/// The change log in the catalog: its table and its limits.
struct ChangeLogRecord: Sendable, Hashable {
  /// The number of the log's table.
  let id: UInt32
  let table: Table
  let limits: HistoryLimits
}

// The rows of the change log in the catalog; `Docs/Format/ChangeLog.md` specifies the bytes.
extension CatalogRecord {
  static let changeLogKey: [UInt8] = [0x16]
  static let consumerKind: UInt8 = 0x17

  static func consumerKey(_ name: String) -> [UInt8] { [consumerKind] + name.utf8 }

  static func encode(_ log: ChangeLogRecord) -> [UInt8] {
    let limits = log.limits
    let numbers = [
      UInt64(limits.bytes), UInt64(limits.revisions ?? 0), UInt64(limits.microseconds ?? 0),
    ]
    return withBytes(of: log.id.littleEndian) + [limits.hasImages ? 1 : 0]
      + numbers.flatMap { withBytes(of: $0.littleEndian) }
  }

  /// Decodes the number of the log's table and the limits; returns `nil` if the bytes are damaged.
  static func decodeChangeLog(_ value: Span<UInt8>) -> (id: UInt32, limits: HistoryLimits)? {
    guard value.count == 29, value[4] <= 1 else { return nil }
    let numbers = [5, 13, 21].compactMap { Int(exactly: value.littleEndianUInt64(at: $0)) }
    guard numbers.count == 3, numbers[0] > 0 else { return nil }
    let limits = HistoryLimits(
      bytes: numbers[0], revisions: numbers[1] == 0 ? nil : numbers[1],
      age: numbers[2] == 0 ? nil : .microseconds(numbers[2]), hasImages: value[4] == 1)
    return (value.littleEndianUInt32(at: 0), limits)
  }

  /// Encodes the position of a consumer, and the time of its acknowledgement in microseconds.
  static func encode(_ position: ChangePosition, at time: Int64) -> [UInt8] {
    [position.revision, position.mark ?? 0, UInt64(bitPattern: time)].flatMap {
      withBytes(of: $0.littleEndian)
    }
  }

  /// Decodes the position of a consumer; returns `nil` if the bytes are damaged.
  static func decodeConsumer(_ value: Span<UInt8>) -> ChangePosition? {
    guard value.count == 24 else { return nil }
    let mark = value.littleEndianUInt64(at: 8)
    return ChangePosition(
      revision: value.littleEndianUInt64(at: 0), mark: mark == 0 ? nil : mark)
  }
}
