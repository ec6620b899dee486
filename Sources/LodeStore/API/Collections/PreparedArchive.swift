public import LodeCoding
import Synchronization

/// A value that the program archives and compresses before the write, on any thread.
///
/// A store runs one write transaction at a time, so work before the write does not delay other
/// writes. A prepared archive stays valid when the store changes. The write compresses the archive
/// again if the collection has another compression policy or dictionary.
///
/// ```swift
/// let prepared = try store["scores"].prepare(["Ada": [1, 2, 3]])
/// try store.write { transaction in
///   try transaction["scores"].put(prepared, forKey: "today")
/// }
/// ```
public struct PreparedArchive: Sendable {
  /// The archive, without compression.
  public let archive: EncodedArchive
  /// The encoded and compressed value; `nil` if the archive has blobs, or a schema that the store
  /// has not recorded.
  let value: PreparedValue?
}

extension StoreCollection {
  /// Archives and compresses a value for a later write.
  ///
  /// The call can run on any thread, also inside a write.
  ///
  /// - Complexity: O(size of the archive), and O(size of the dictionary) for the first use of the
  ///   collection's dictionary.
  /// - Throws: Any error that the type's `encode(to:)` throws, except `ArchiveError`;
  ///   ``StoreError`` with `archivingFailed` if the value cannot be archived.
  @_disfavoredOverload
  public func prepare<T: ArchivableValue>(_ value: T) throws -> PreparedArchive {
    prepare(try archivingErrors(collection: name) { try Archiver().encode(value) })
  }

  /// Compresses an archive for a later write.
  ///
  /// The call can run on any thread, also inside a write.
  ///
  /// - Complexity: O(size of the archive), and O(size of the dictionary) for the first use of the
  ///   collection's dictionary.
  public func prepare(_ archive: EncodedArchive) -> PreparedArchive {
    // Recorded schemas never change, so this call can encode their numbers. Only a write can record
    // a schema.
    let schemas = store.core.published.withLock { $0.catalog }.catalog.schemas
    // A row does not contain the bytes of its blobs, so compression must wait for the write.
    guard !archive.hasBlobs, archive.schemas.allSatisfy({ schemas.number(of: $0) != nil }) else {
      return PreparedArchive(archive: archive, value: nil)
    }
    let bytes = archive.stored { schemas.number(of: $0) ?? 0 }
    let block = prepareBlock(bytes.span, .archive)
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
  /// - Complexity: O(log n + size of the archive) for n rows, and O(log n) for each index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `schemaDrift` if the recorded version of a type has incompatible fields.
  ///   - `blobNotFound` if the archive refers to a missing blob.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` for a tuple key in a collection with raw keys, or for a raw key in a
  ///     collection with tuple keys or indexes.
  ///   - `keyCollision` if another key of over 510 bytes has the same first 495 bytes and hash.
  ///   - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model of another type.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `damaged` if stored data is damaged.
  @discardableResult
  public func put(
    _ prepared: PreparedArchive, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws -> PutOutcome {
    try write(prepared, key, RowExtras(metadata: metadata), .overwrite) ?? .unchanged
  }

  /// Inserts a prepared archive at a key that does not exist yet.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the archive) for n rows, and O(log n) for each index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `duplicateKey` if the key exists, or if another key of over 510 bytes has the same first
  ///     495 bytes and hash.
  ///   - `schemaDrift` if the recorded version of a type has incompatible fields.
  ///   - `blobNotFound` if the archive refers to a missing blob.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` for a tuple key in a collection with raw keys, or for a raw key in a
  ///     collection with tuple keys or indexes.
  ///   - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model of another type.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `damaged` if stored data is damaged.
  public func insert(
    _ prepared: PreparedArchive, forKey key: some KeyConvertible, metadata: [UInt8]? = nil
  ) throws {
    _ = try write(prepared, key, RowExtras(metadata: metadata), .insert)
  }

  /// Replaces the value of an existing key with a prepared archive, and returns whether the key
  /// existed.
  ///
  /// The row keeps its metadata. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the archive) for n rows, and O(log n) for each index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `schemaDrift` if the recorded version of a type has incompatible fields.
  ///   - `blobNotFound` if the archive refers to a missing blob.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `keyCollision` if another key of over 510 bytes has the same first 495 bytes and hash.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model of another type.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `damaged` if the existing row or other stored data is damaged.
  @discardableResult
  public func update(
    _ prepared: PreparedArchive, forKey key: some KeyConvertible
  ) throws -> Bool {
    try write(prepared, key, .none, .replace) != nil
  }

  private func write(
    _ prepared: PreparedArchive, _ key: some KeyConvertible, _ extras: RowExtras,
    _ policy: PutPolicy
  ) throws -> PutOutcome? {
    guard let value = prepared.value else {
      return try write(prepared.archive, key, extras, policy)
    }
    // The archive already contains the schema numbers. `number(of:)` also records earlier versions
    // of types, so that the next opening finds the row.
    let schemas = state.states.schemas
    for schema in prepared.archive.schemas { _ = try schemas.number(of: schema) }
    return try write(value.bytes.span, .archive, key, extras, policy, value.block)
  }
}
