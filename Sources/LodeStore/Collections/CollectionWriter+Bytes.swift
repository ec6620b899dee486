public import LodeCoding

// Writes of values whose type is known at run time only: for tools that move rows between stores.
extension CollectionWriter {
  /// Inserts or replaces a value of any type, given as bytes.
  ///
  /// Metadata that is not given is removed.
  /// The bytes are not checked against the type; a later read as that type does that.
  /// - Returns: what that did.
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as ``put(_:forKey:metadata:)``.
  @discardableResult
  public func putBytes(
    _ bytes: Span<UInt8>, type: ValueType, forKey key: some KeyConvertible,
    metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    try write(bytes, type, key, metadata, .overwrite)
  }

  /// Writes the bytes of a value of some type at a key that is not there.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as ``insert(_:forKey:metadata:)``.
  public func insertBytes(
    _ bytes: Span<UInt8>, type: ValueType, forKey key: some KeyConvertible,
    metadata: [UInt8]? = nil
  ) throws {
    _ = try write(bytes, type, key, metadata, .insert)
  }

  /// Adds a row of some type whose key is greater than every key of the collection.
  ///
  /// - Complexity: O(1) amortised, and O(bytes).
  /// - Throws: as ``append(_:forKey:)``.
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
