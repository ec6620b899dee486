public import LodeCoding

/// A copy of a row, which stays valid after its transaction.
///
/// ```swift
/// for row in try store["users"].rows(limit: 10) {
///   print(row.key, try row.value(as: String.self))
/// }
/// ```
public struct StoredRow: Sendable, Hashable {
  /// The row's key.
  public let key: RowKey
  /// The type of the value.
  public let type: ValueType
  /// The bytes of the value, after decompression and a pending migration.
  public let bytes: [UInt8]
  package let extras: RowExtras
  /// The bytes of the metadata, or `nil` if the row has no metadata.
  ///
  /// The metadata does not include the row's timestamps. If an earlier version of Lode wrote the
  /// row, and the value is an archive, metadata of 16 bytes may be timestamps.
  public var metadata: [UInt8]? { extras.metadata }
  /// The store's revision at which the row last changed.
  public let revision: UInt64

  /// Decodes the value.
  ///
  /// - Complexity: O(size of the value).
  /// - Throws: ``StoreError`` with `typeMismatch` if the row has a type other than `V`, or if the
  ///   bytes do not decode as `V`.
  public func value<V: StoredValue>(as type: V.Type = V.self) throws(StoreError) -> V {
    try decodeValue(bytes.span, of: self.type, as: type, collection: nil)
  }
}

/// Decodes the bytes of a value after a check of the type.
///
/// - Throws: ``StoreError`` with `typeMismatch` if the type differs or the bytes cannot be decoded.
func decodeValue<V: StoredValue>(
  _ bytes: Span<UInt8>, of stored: ValueType, as type: V.Type, collection: String?
) throws(StoreError) -> V {
  guard stored == V.valueType else {
    throw StoreError(
      .typeMismatch, collection: collection,
      context: "holds \(stored); \(V.valueType) was requested")
  }
  do {
    return try V(valueBytes: bytes)
  } catch {
    throw StoreError(.typeMismatch, collection: collection, context: "\(error)", cause: error)
  }
}
