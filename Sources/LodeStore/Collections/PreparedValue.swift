public import LodeCoding
import Synchronization

/// A value that was compressed before its write, on any thread.
///
/// Only one thread writes at a time, so work before the write does not delay other writes. A
/// prepared value stays valid when the collection changes. The write compresses the value again if
/// the collection's policy or dictionary has changed.
///
/// ```swift
/// let prepared = store["notes"].prepare("A long text")
/// try store.write { transaction in
///   try transaction["notes"].put(prepared, forKey: 1)
/// }
/// ```
public struct PreparedValue: Sendable {
  /// The type of the value.
  public let type: ValueType
  /// The value's bytes.
  public let bytes: [UInt8]
  let block: PreparedBlock?
}

extension StoreCollection {
  /// Compresses a value for a later write.
  ///
  /// The call may run on any thread, including inside a write.
  ///
  /// - Complexity: O(size of the value).
  public func prepare(_ value: some StoredValue) -> PreparedValue {
    let block = prepareBlock(value)
    let bytes = value.withValueBytes { $0.copied() }
    return PreparedValue(type: Swift.type(of: value).valueType, bytes: bytes, block: block)
  }

  /// Compresses a value as the collection would store it, or returns `nil` to leave the work to the
  /// write.
  func prepareBlock(_ value: some StoredValue) -> PreparedBlock? {
    value.withValueBytes { prepareBlock($0) }
  }

  private func prepareBlock(_ value: Span<UInt8>) -> PreparedBlock? {
    let core = store.core
    let catalog = core.published.withLock { $0.catalog }.catalog
    guard let info = catalog.collections[name] else {
      let standard = core.dictionaries.standard
      if standard.isOff || value.count < standard.threshold { return nil }
      return PreparedBlock(value, BlockCompressor(standard))
    }
    let policy = info.compression
    if policy.isOff || value.count < policy.threshold { return nil }
    if let known = info.knownCompressor.load() { return PreparedBlock(value, known.blocks) }
    // An error here also occurs in the write, which throws the error.
    let compressor = try? store.read { transaction in
      try transaction.catalog.catalog.collections[name]?.compressor(in: transaction.handle)
    }
    guard let compressor else { return nil }
    return PreparedBlock(value, compressor.blocks)
  }
}

extension CollectionWriter {
  /// Inserts or replaces a row with a prepared value.
  ///
  /// Passing `nil` for `metadata` removes existing metadata. The call does not rewrite an identical
  /// row. Nothing changes on failure.
  ///
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the value).
  /// - Throws: the errors of `put` with a plain value.
  @discardableResult
  public func put(
    _ value: PreparedValue, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    try write(value, key, metadata, .overwrite)
  }

  /// Inserts a row with a prepared value, at a key that does not exist yet.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the value).
  /// - Throws: ``StoreError`` with `duplicateKey` if the key exists; otherwise the errors of `put`
  ///   with a plain value.
  public func insert(
    _ value: PreparedValue, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    _ = try write(value, key, metadata, .insert)
  }

  private func write(
    _ value: PreparedValue, _ key: some KeyConvertible, _ metadata: [UInt8]?, _ policy: PutPolicy
  ) throws -> PutOutcome {
    let format = key.keyFormat
    let (context, state) = (context, state)
    return try key.withKeyBytes {
      try state.putRow(
        value.bytes.span, value.type, metadata, $0, format, policy, context, value.block)
        ?? .unchanged
    }
  }
}
