/// One row of a table: the borrowed bytes of its key and value.
///
/// The bytes belong to LMDB. The compiler refuses each use of the bytes after the end of a read
/// transaction, or after the next change of a write transaction. An entry that a closure receives
/// is valid only inside the closure. Copy bytes that must live longer:
///
/// ```swift
/// let environment = try Environment(path: "people.lmdb")
/// let people = try environment.table("people")
/// var keys: [[UInt8]] = []
/// try environment.read { transaction in
///   try transaction.forEach(in: people) { entry in
///     keys.append(Array(copying: entry.key))
///     return true
///   }
/// }
/// ```
public struct Entry: ~Escapable {
  /// The bytes of the key, by which the table sorts the row.
  public let key: Span<UInt8>
  /// The value's bytes.
  public let value: Span<UInt8>

  @_lifetime(copy key, copy value)
  @inlinable
  init(key: Span<UInt8>, value: Span<UInt8>) {
    self.key = key
    self.value = value
  }
}
