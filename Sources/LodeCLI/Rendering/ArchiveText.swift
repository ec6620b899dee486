internal import LodeCoding
internal import LodeStore

// How the values of rows are shown; archives take the schemas that their store keeps.
extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// The value as one line of JSON: a document's can be read back, that of another archive is for
  /// people.
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
  /// - Parameter hasShortBlobs: whether long blobs and data are shown as their sizes, for people.
  func valueText(of row: StoredRow, hasShortBlobs: Bool) throws -> String {
    guard row.type == .archive, let archive = try readableArchive(at: row.key) else {
      if hasShortBlobs, row.type == .bytes, row.bytes.count > shownDataLimit {
        return quotedJSON(sizeInPlace(of: row.bytes.count))
      }
      return ValueText.json(row.bytes.span, row.type)
    }
    return archiveText(hasShortBlobs ? archive.withShortBlobs() : archive)
  }

  /// The archive that a row holds; `nil` where it holds a value of another type, or bytes that are
  /// no archive.
  ///
  /// So these are shown as bytes, like others that are no value of their type; damage to the store
  /// is an error as ever.
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

/// A document as JSON that `import` reads, another archive for people.
private func archiveText(_ archive: Archive) -> String {
  // A document that is nested too deep for the one still has the other.
  if archive.isDocument, let json = try? archive.root.json() { return json }
  return archive.debugDump(isIndented: false)
}

extension Archive {
  /// Whether it holds the fields of a document.
  var isDocument: Bool {
    rootType == [String: ArchiveValue].archiveType && objects.isEmpty
  }
}
