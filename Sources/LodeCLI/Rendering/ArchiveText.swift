internal import LodeCoding
internal import LodeStore

// The values of rows as text.
extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// Returns the value of a row as one line of JSON.
  ///
  /// `lode import` restores a document from its JSON, unless the document exceeds the default limit
  /// ``ArchiveLimits/depth``. No command restores other archives from their JSON.
  func valueText(of row: borrowing Row) throws -> String {
    try valueText(row.bytes, row.type)
  }

  /// Returns an encoded value as one line of JSON.
  func valueText(_ bytes: Span<UInt8>, _ type: ValueType) throws -> String {
    guard let archive = try readableArchive(bytes, type) else {
      return ValueText.json(bytes, type)
    }
    return archiveText(archive)
  }

  /// Returns an encoded value as one line of JSON, shortened if the value is long.
  ///
  /// For an archive over 1 MiB, the text is the size, for example `<2.0 MB>`. All other archives
  /// are whole. The call cuts a value of another type after 4,096 bytes, and appends `...`.
  func shortValueText(_ bytes: Span<UInt8>, _ type: ValueType) throws -> String {
    if type == .archive, bytes.count > 1 << 20 { return sizeInPlace(of: bytes.count) }
    guard type != .archive, bytes.count > 4096 else { return try valueText(bytes, type) }
    let start = bytes.extracting(first: 4096)
    guard type == .string || type == .json else {
      return KeyComponent.bytes(start.copied()).description.dropLast(2) + "..."
    }
    let text = String(decoding: start.copied(), as: UTF8.self)
    return (type == .json ? ValueText.oneLine(text)[...] : quotedJSON(text).dropLast()) + "..."
  }

  /// Returns the value of a row as one line of JSON.
  ///
  /// If `hasShortBlobs` is true, a size such as `"<200 kB>"` replaces each blob or data value that
  /// exceeds 1,000 bytes.
  func valueText(of row: StoredRow, hasShortBlobs: Bool) throws -> String {
    guard row.type == .archive, let archive = try readableArchive(at: row.key) else {
      if hasShortBlobs, row.type == .bytes, row.bytes.count > shownDataLimit {
        return quotedJSON(sizeInPlace(of: row.bytes.count))
      }
      return ValueText.json(row.bytes.span, row.type)
    }
    return archiveText(hasShortBlobs ? archive.withShortBlobs() : archive)
  }

  /// Returns the archive of a row, or `nil` if the value is not a valid archive.
  ///
  /// - Throws: `StoreError` if the store is damaged.
  func readableArchive(of row: borrowing Row) throws -> Archive? {
    try readableArchive(row.bytes, row.type)
  }

  private func readableArchive(_ bytes: Span<UInt8>, _ type: ValueType) throws -> Archive? {
    guard type == .archive else { return nil }
    do {
      return try access.archive(bytes, type)
    } catch is ArchiveError {
      return nil
    }
  }

  private func readableArchive(at key: RowKey) throws -> Archive? {
    do {
      return try archive(key)
    } catch let error as StoreError where error.cause is ArchiveError {
      return nil
    }
  }
}

/// Returns an archive as one line of JSON.
private func archiveText(_ archive: Archive) -> String {
  // A deeply nested document has no JSON. `debugDump` never fails.
  if archive.isDocument, let json = try? archive.root.json() { return json }
  return archive.debugDump(isIndented: false)
}

extension Archive {
  /// Whether the archive is a document: a dictionary of fields without a Swift type.
  var isDocument: Bool {
    rootType == [String: ArchiveValue].archiveType && objects.isEmpty
  }
}
