package import LodeCoding

// Metadata of rows, as bytes or as archived values.
extension CollectionState {
  /// Replaces the metadata of a row, and returns whether the row exists.
  ///
  /// The row keeps its value and its timestamps.
  ///
  /// - Parameter isStamped: Whether to treat 16 bytes of metadata from an earlier version of Lode
  ///   as the row's timestamps.
  func setMetadata(
    _ metadata: [UInt8]?, forKey key: Span<UInt8>, _ format: KeyFormat, isStamped: Bool = false
  ) throws -> Bool {
    var found: StoredRow?
    var stamp: RowStamp?
    _ = try CollectionAccess(self).withRow(key, format) { row in
      found = row.copied(key: RowKey(bytes: key.copied(), format: format))
      stamp = row.stamp
    }
    guard let found else { return false }
    if found.extras.isDoubtful, !isStamped { stamp = nil }
    let extras = RowExtras(stamp: stamp, metadata: metadata)
    _ = try put(
      RowPut(found.bytes.span, found.type, forKey: key, format, .overwrite, .exactly(extras)))
    return true
  }
}

extension WriteAccess {
  /// Replaces the metadata of a row with an archive, and returns whether the row exists.
  ///
  /// Passing `nil` removes the metadata. The archive includes its schemas, so other stores can read
  /// the archive.
  ///
  /// - Parameter isStamped: Whether the rows of the collection have timestamps.
  package func setMetadata(
    _ archive: [UInt8]?, forKey key: Span<UInt8>, isStamped: Bool
  ) throws -> Bool {
    try state.setMetadata(archive, forKey: key, .tuple, isStamped: isStamped)
  }
}

extension CollectionAccess {
  /// Decodes the archived metadata of a row; returns `nil` if the row or its metadata does not
  /// exist.
  ///
  /// - Parameter isStamped: Whether the rows of the collection have timestamps.
  package func metadata<T: ArchivableValue>(
    _ key: Span<UInt8>, as type: T.Type, isStamped: Bool
  ) throws -> T? {
    var value: T?
    _ = try withRow(key, .tuple, wantsValue: false) { row in
      let extras = row.extras
      if extras.isDoubtful && isStamped { return }
      value = try extras.metadata.map { try Unarchiver.unarchive(type, from: $0) }
    }
    return value
  }
}

extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// Returns the timestamps and metadata of a row without its value, or `nil` if the row does not
  /// exist.
  package func extras(_ key: some KeyConvertible) throws -> RowExtras? {
    try access.read(key, wantsValue: false) { $0.extras }
  }
}

// Rows that get another key or move to another collection.
extension CollectionWriter {
  /// Inserts an archive at a new key, with the timestamps and metadata of its previous row.
  package func insertArchive(
    _ archive: EncodedArchive, forKey key: some KeyConvertible, _ extras: RowExtras
  ) throws {
    _ = try write(archive, key, extras, .insert)
  }

  /// Inserts the bytes of a value at a new key, with timestamps and metadata.
  package func insertBytes(
    _ bytes: Span<UInt8>, type: ValueType, forKey key: some KeyConvertible, _ extras: RowExtras
  ) throws {
    _ = try write(bytes, type, key, extras, .insert)
  }
}
