public import LodeCoding
import Synchronization

/// A value that was archived and compressed before its write, on any thread.
///
/// Only one thread writes at a time, so work before the write does not delay other writes. A
/// prepared archive stays valid when the store changes.
///
/// ```swift
/// let prepared = try store["scores"].prepare(["Ada": [1, 2, 3]])
/// try store.write { transaction in
///   try transaction["scores"].put(prepared, forKey: "today")
/// }
/// ```
public struct PreparedArchive: Sendable {
  /// The archive.
  public let archive: EncodedArchive
  /// The encoded and compressed value, or `nil` if a schema was not recorded yet.
  let value: PreparedValue?
}

extension StoreCollection {
  /// Archives and compresses a value for a later write.
  ///
  /// The call may run on any thread.
  ///
  /// - Complexity: O(size of the archive).
  /// - Throws: `ArchiveError` if the value cannot be archived.
  @_disfavoredOverload
  public func prepare<T: ArchivableValue>(_ value: T) throws -> PreparedArchive {
    prepare(try Archiver().encode(value))
  }

  /// Compresses an archive for a later write.
  ///
  /// The call may run on any thread.
  ///
  /// - Complexity: O(size of the archive).
  public func prepare(_ archive: EncodedArchive) -> PreparedArchive {
    // Recorded schemas never change. Only the write can number other schemas.
    let schemas = store.core.published.withLock { $0.catalog }.catalog.schemas
    // The row will not contain the blob's bytes, so compression must wait for the write.
    guard !archive.hasBlobs, archive.schemas.allSatisfy({ schemas.number(of: $0) != nil }) else {
      return PreparedArchive(archive: archive, value: nil)
    }
    let bytes = archive.stored { schemas.number(of: $0) ?? 0 }
    let block = prepareBlock(bytes)
    return PreparedArchive(
      archive: archive, value: PreparedValue(type: .archive, bytes: bytes, block: block))
  }
}

extension CollectionWriter {
  /// Inserts or replaces a row with a prepared archive.
  ///
  /// Passing `nil` for `metadata` removes existing metadata. The call does not rewrite an identical
  /// row. Nothing changes on failure.
  ///
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the archive).
  /// - Throws: the errors of `putArchive`.
  @discardableResult
  public func put(
    _ prepared: PreparedArchive, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    try write(prepared, key, metadata, .overwrite) ?? .unchanged
  }

  /// Inserts a prepared archive at a key that does not exist yet.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the archive).
  /// - Throws: ``StoreError`` with `duplicateKey` if the key exists; otherwise the errors of
  ///   `putArchive`.
  public func insert(
    _ prepared: PreparedArchive, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    _ = try write(prepared, key, metadata, .insert)
  }

  /// Replaces the value of an existing key with a prepared archive, and returns whether the key
  /// existed.
  ///
  /// The row keeps its metadata. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the archive).
  /// - Throws: ``StoreError`` with `damaged` if the existing row cannot be read; otherwise the
  ///   errors of `putArchive`.
  @discardableResult
  public func update(
    _ prepared: PreparedArchive, forKey key: some KeyConvertible
  ) throws -> Bool {
    try write(prepared, key, nil, .replace) != nil
  }

  private func write(
    _ prepared: PreparedArchive, _ key: some KeyConvertible, _ metadata: [UInt8]?,
    _ policy: PutPolicy
  ) throws -> PutOutcome? {
    let format = key.keyFormat
    let (context, state) = (context, state)
    if prepared.value != nil {
      // The archive contains the schema numbers, but the write may have to record an earlier
      // version.
      for schema in prepared.archive.schemas { _ = try context.number(of: schema) }
    }
    let bytes =
      if let value = prepared.value {
        value.bytes
      } else {
        try prepared.archive.stored { try context.number(of: $0) }
      }
    let block = prepared.value?.block
    return try key.withKeyBytes {
      try state.putRow(bytes.span, .archive, metadata, $0, format, policy, context, block)
    }
  }
}
