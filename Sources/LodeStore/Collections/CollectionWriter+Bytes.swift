public import LodeCoding

// Writes of values whose type is known only at run time, for tools that move rows between stores.
extension CollectionWriter {
  /// Inserts or replaces a row with the bytes of a value of any type.
  ///
  /// The call does not check the bytes against the type; a later read checks them. Passing `nil`
  /// for `metadata` removes existing metadata. Nothing changes on failure.
  ///
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the value).
  /// - Throws: the errors of `put` with a value.
  @discardableResult
  public func putBytes(
    _ bytes: Span<UInt8>, type: ValueType, forKey key: some KeyConvertible,
    metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    try write(bytes, type, key, metadata, .overwrite)
  }

  /// Inserts a row with the bytes of a value of any type, at a key that does not exist yet.
  ///
  /// The call does not check the bytes against the type; a later read checks them. Nothing changes
  /// on failure.
  ///
  /// - Complexity: O(log n + size of the value).
  /// - Throws: ``StoreError`` with `duplicateKey` if the key exists; otherwise the errors of `put`
  ///   with a value.
  public func insertBytes(
    _ bytes: Span<UInt8>, type: ValueType, forKey key: some KeyConvertible,
    metadata: [UInt8]? = nil
  ) throws {
    _ = try write(bytes, type, key, metadata, .insert)
  }

  /// Appends a row with the bytes of a value of any type, at a key greater than all existing keys.
  ///
  /// The call does not check the bytes against the type; a later read checks them. Nothing changes
  /// on failure.
  ///
  /// - Complexity: O(1) amortized, and O(size of the value).
  /// - Throws: ``StoreError`` with `keysOutOfOrder` if the key is not greater than every existing
  ///   key; otherwise the errors of `put` with a value.
  public func appendBytes(
    _ bytes: Span<UInt8>, type: ValueType, forKey key: some KeyConvertible
  ) throws {
    let format = key.keyFormat
    let (context, state) = (context, state)
    try key.withKeyBytes { try state.appendRow(bytes, type, $0, format, context) }
  }

  private func write(
    _ bytes: Span<UInt8>, _ type: ValueType, _ key: some KeyConvertible, _ metadata: [UInt8]?,
    _ policy: PutPolicy
  ) throws -> PutOutcome {
    let format = key.keyFormat
    let (context, state) = (context, state)
    return try key.withKeyBytes {
      try state.putRow(bytes, type, metadata, $0, format, policy, context) ?? .unchanged
    }
  }
}
