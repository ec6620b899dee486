internal import LodeCoding

/// A put of one row: its key and value, and the condition that the existing row must meet.
struct RowPut: ~Escapable {
  let key: Span<UInt8>
  let format: KeyFormat
  let value: Span<UInt8>
  let type: ValueType
  let policy: PutPolicy
  /// The rule that determines the timestamps and metadata.
  let rule: ExtrasRule
  /// The stored form of the value; `nil` if the put must compress the value.
  var prepared: PreparedBlock?
  /// The numbers of the blobs of the value, in ascending order, if the blobs are already stored.
  private(set) var blobs: [UInt64] = []

  @_lifetime(copy value, copy key)
  init(
    _ value: Span<UInt8>, _ type: ValueType, forKey key: Span<UInt8>, _ format: KeyFormat,
    _ policy: PutPolicy, _ rule: ExtrasRule
  ) {
    self.value = value
    self.type = type
    self.key = key
    self.format = format
    self.policy = policy
    self.rule = rule
  }

  /// Creates a copy of a put with another form of its archive.
  @_lifetime(copy put, copy value)
  init(_ put: borrowing RowPut, storing value: Span<UInt8>, blobs: [UInt64] = []) {
    self.init(value, put.type, forKey: put.key, put.format, put.policy, put.rule)
    self.blobs = blobs
  }
}

/// The condition that the existing row must meet for a put.
@usableFromInline
package enum PutPolicy: Hashable {
  /// No condition: the put replaces an existing row, including the metadata.
  case overwrite
  /// The key must not exist.
  case insert
  /// The key must be greater than every existing key.
  ///
  /// The table compares the table keys, so long keys with the same prefix must have ascending
  /// hashes.
  case append
  /// The key must exist; the row keeps its metadata.
  case replace
  /// The row must exist and have this revision; the put also replaces the metadata.
  case expect(UInt64)
}
