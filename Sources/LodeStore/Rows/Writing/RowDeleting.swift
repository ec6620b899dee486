public import LodeCoding

extension CollectionState {
  /// Deletes the row at a key, and returns whether the row existed.
  @usableFromInline
  func delete(_ key: Span<UInt8>, format: KeyFormat) throws(StoreError) -> Bool {
    guard let info, let existing = info.keyFormat else { return false }
    if existing != format {
      throw StoreError(.keyFormatMismatch, collection: name, context: "has \(existing) keys")
    }
    if key.isEmpty || key.count > TableKey.maximumKeySize { return false }
    return try RowWriter(self, info).delete(key)
  }
}
