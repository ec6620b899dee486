public import LodeCoding

/// A row copied out of its transaction.
public struct StoredRow: Sendable, Hashable {
  /// The row's key.
  public let key: RowKey
  /// What the bytes of the value are.
  public let type: ValueType
  /// The value's bytes.
  public let bytes: [UInt8]
  /// The row's times and metadata.
  package let extras: RowExtras
  /// The metadata's bytes, if the row has any; the row's times are not among them.
  public var metadata: [UInt8]? { extras.metadata }
  /// The store's revision at which the row was last changed.
  public let revision: UInt64

  /// The value.
  ///
  /// - Throws: ``StoreError`` with `typeMismatch` when the row holds another type.
  public func value<V: StoredValue>(as type: V.Type = V.self) throws(StoreError) -> V {
    try decodeValue(bytes.span, of: self.type, as: type, collection: nil)
  }
}

/// Decodes the bytes of a value after checking their type.
func decodeValue<V: StoredValue>(
  _ bytes: Span<UInt8>, of stored: ValueType, as type: V.Type, collection: String?
) throws(StoreError) -> V {
  guard stored == V.valueType else {
    throw StoreError(
      .typeMismatch, collection: collection, context: "holds \(stored), asked for \(V.valueType)")
  }
  do {
    return try V(valueBytes: bytes)
  } catch {
    throw StoreError(.typeMismatch, collection: collection, context: "\(error)")
  }
}
