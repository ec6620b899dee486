public import LodeCoding
import Synchronization

/// A value that the program compresses before the write, on any thread.
///
/// Writes run one at a time, so compression before the write does not delay other writes. A
/// prepared value stays valid when the collection changes, and any write of the store can use the
/// value. The write compresses the value again if the collection has another policy or dictionary.
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
  /// The bytes of the value without compression.
  public let bytes: [UInt8]
  /// The stored form of the value, or `nil` if the write determines the stored form.
  let block: PreparedBlock?
}

extension StoreCollection {
  /// Compresses a value for a later write.
  ///
  /// The call can run on any thread, also inside a write, and never fails. If the call cannot read
  /// the collection's dictionary, the later write compresses the value.
  ///
  /// - Complexity: O(size of the value), and O(size of the dictionary) for the first use of the
  ///   dictionary.
  public func prepare(_ value: some StoredValue) -> PreparedValue {
    let block = prepareBlock(value)
    let bytes = value.withValueBytes { $0.copied() }
    return PreparedValue(type: Swift.type(of: value).valueType, bytes: bytes, block: block)
  }

  /// Compresses a value in the same way as a write of the collection.
  ///
  /// Returns `nil` if the policy excludes the value, or if the dictionary cannot be read.
  func prepareBlock(_ value: some StoredValue) -> PreparedBlock? {
    let type = Swift.type(of: value).valueType
    return value.withValueBytes { prepareBlock($0, type) }
  }

  func prepareBlock(_ value: Span<UInt8>, _ type: ValueType) -> PreparedBlock? {
    let core = store.core
    let catalog = core.published.withLock { $0.catalog }.catalog
    let info = catalog.collections[name]
    let policy = info?.compression ?? core.registries.dictionaries.standard
    if policy.isOff || value.count < policy.threshold { return nil }
    var fixedParts = FixedParts()
    let plain = fixedParts.plainCount(of: value, type, catalog.schemas)
    guard let info else { return PreparedBlock(value, plainCount: plain, BlockCompressor(policy)) }
    return compressor(of: info).map { PreparedBlock(value, plainCount: plain, $0) }
  }

  private func compressor(of info: CollectionRuntime) -> BlockCompressor? {
    if let known = info.knownCompressor.load() { return known.blocks }
    // After an error, the write reads the dictionary again, and throws an error that recurs.
    let compressor = try? store.read { transaction in
      try transaction.catalog.catalog.collections[name]?.compressor(in: transaction.handle)
    }
    return compressor?.blocks
  }
}

extension CollectionWriter {
  /// Inserts or replaces a row with a prepared value.
  ///
  /// Passing `nil` for `metadata` removes existing metadata. The call does not rewrite an identical
  /// row. Nothing changes on failure.
  ///
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the value) for n rows, and O(log n) for each index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` for a tuple key in a collection with raw keys, or for a raw key in a
  ///     collection with tuple keys or indexes.
  ///   - `keyCollision` if another key of over 510 bytes has the same first 495 bytes and hash.
  ///   - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `damaged` if stored data is damaged.
  @discardableResult
  public func put(
    _ value: PreparedValue, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    try write(
      value.bytes.span, value.type, key, RowExtras(metadata: metadata), .overwrite, value.block)
      ?? .unchanged
  }

  /// Inserts a row with a prepared value, at a key that does not exist yet.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the value) for n rows, and O(log n) for each index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `duplicateKey` if the key exists, or if another key of over 510 bytes has the same first
  ///     495 bytes and hash.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` for a tuple key in a collection with raw keys, or for a raw key in a
  ///     collection with tuple keys or indexes.
  ///   - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `damaged` if stored data is damaged.
  public func insert(
    _ value: PreparedValue, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    _ = try write(
      value.bytes.span, value.type, key, RowExtras(metadata: metadata), .insert, value.block)
  }

  /// Puts a value whose stored form is prepared; returns `nil` if the policy requires a row that
  /// does not exist.
  func put(
    _ value: some StoredValue, _ key: some KeyConvertible, _ metadata: [UInt8]?,
    _ policy: PutPolicy, prepared: PreparedBlock?
  ) throws -> PutOutcome? {
    let (type, format, state) = (Swift.type(of: value).valueType, key.keyFormat, state)
    return try key.withKeyBytes { key in
      try value.withValueBytes { bytes in
        var put = RowPut(
          bytes, type, forKey: key, format, policy, .exactly(RowExtras(metadata: metadata)))
        put.prepared = prepared
        return try state.put(put)
      }
    }
  }
}
