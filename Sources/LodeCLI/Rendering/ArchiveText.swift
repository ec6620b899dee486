internal import LodeCoding
internal import LodeStore

// Row values as text. Archives are printed with the schemas in their store.
extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// The value as one line of JSON.
  ///
  /// The JSON of a document can be read back. The JSON of another archive is for reading only.
  func valueText(of row: borrowing Row) throws -> String {
    try valueText(row.bytes, row.type)
  }

  /// The value as one line of JSON.
  func valueText(_ bytes: Span<UInt8>, _ type: ValueType) throws -> String {
    guard let archive = try readableArchive(bytes, type) else {
      return ValueText.json(bytes, type)
    }
    return archiveText(archive)
  }

  /// The value as one line of JSON.
  ///
  /// - Parameter hasShortBlobs: Whether long blobs and data are printed as their sizes.
  func valueText(of row: StoredRow, hasShortBlobs: Bool) throws -> String {
    guard row.type == .archive, let archive = try readableArchive(at: row.key) else {
      if hasShortBlobs, row.type == .bytes, row.bytes.count > shownDataLimit {
        return quotedJSON(sizeInPlace(of: row.bytes.count))
      }
      return ValueText.json(row.bytes.span, row.type)
    }
    return archiveText(hasShortBlobs ? archive.withShortBlobs() : archive)
  }

  /// The archive of a row; `nil` if the value has another type or its bytes are not an archive.
  ///
  /// Bytes that are not an archive are then printed as bytes, like other values that do not decode.
  /// Damage to the store still throws an error.
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
    } catch is ArchiveError {
      return nil
    }
  }
}

/// Returns a document as JSON that `import` reads, and another archive as JSON for reading only.
private func archiveText(_ archive: Archive) -> String {
  // A document nested too deep for the first form still has the second form.
  if archive.isDocument, let json = try? archive.root.json() { return json }
  return archive.debugDump(isIndented: false)
}

extension Archive {
  /// Whether the archive holds the fields of a document.
  var isDocument: Bool {
    rootType == [String: ArchiveValue].archiveType && objects.isEmpty
  }
}
