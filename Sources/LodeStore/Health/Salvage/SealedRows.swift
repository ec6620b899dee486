internal import LodeCoding
internal import LodeLMDB

/// The rows of the catalog or the main table with valid checksums, from a damaged file.
struct SealedRows {
  /// The origin of a row.
  ///
  /// An origin earlier in this list replaces a later origin.
  enum Origin: Int {
    /// The row is in a tree of the last commit.
    case lastCommit
    /// The row is in a page of the last commit, outside the readable trees.
    case looseLeaf
    /// The row is in a tree or page of an earlier commit.
    case earlierCommit
    /// The row is in a page of any age.
    case unknown

    init(_ age: SalvageFile.Age) {
      self =
        switch age {
        case .current: .looseLeaf
        case .previous: .earlierCommit
        case .unknown: .unknown
        }
    }
  }

  private(set) var rows: [[UInt8]: (value: [UInt8], origin: Origin)] = [:]

  /// Returns the value of an entry, or `nil` if the checksum is not valid.
  static func opened(_ entry: SalvagedEntry) -> [UInt8]? {
    guard case .bytes(let sealed) = entry.value,
      let value = CatalogRecord.open(sealed.span, key: entry.key.span)
    else { return nil }
    return value.copied()
  }

  /// Adds the row of an entry, and returns whether the checksum is valid.
  @discardableResult
  mutating func add(_ entry: SalvagedEntry, _ origin: Origin) -> Bool {
    guard let value = Self.opened(entry) else { return false }
    if let old = rows[entry.key], !Self.replaces(old, value, origin) { return true }
    rows[entry.key] = (value, origin)
    return true
  }

  /// Returns whether a row replaces another row with the same key.
  ///
  /// If both rows have the same origin, the greater number wins, because the numbers of the catalog
  /// only increase.
  private static func replaces(
    _ old: (value: [UInt8], origin: Origin), _ value: [UInt8], _ origin: Origin
  ) -> Bool {
    if origin != old.origin { return origin.rawValue < old.origin.rawValue }
    return old.value.reversed().lexicographicallyPrecedes(value.reversed())
  }

  subscript(key: [UInt8]) -> [UInt8]? { rows[key]?.value }

  func origin(of key: [UInt8]) -> Origin? { rows[key]?.origin }

  /// Returns the number in the value of a row, or `nil` if the row is missing or damaged.
  func number(_ key: [UInt8]) -> UInt32? {
    self[key].flatMap { CatalogRecord.decodeNumber($0.span) }
  }

  /// Returns the rows of a kind, ordered by key.
  func rows(ofKind kind: UInt8) -> [(key: [UInt8], value: [UInt8], origin: Origin)] {
    rows.filter { $0.key.first == kind }.map { ($0.key, $0.value.value, $0.value.origin) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }
}

// The checksums of the catalog and of collection 1 have the same seed. Outside the trees, a
// checksum alone therefore does not distinguish a row of the catalog from a row of collection 1.
extension SealedRows {
  /// Returns whether an entry of an unknown table must be a row of the catalog.
  ///
  /// A row of a collection has at least 8 bytes before its checksum, and begins with a header.
  static func isCatalogRow(_ entry: SalvagedEntry) -> Bool {
    guard let kind = entry.key.first, let value = opened(entry) else { return false }
    return switch (kind, entry.key.count) {
    case (0, 1), (4, 1), (7, 1), (9, 1), (0x15, 1): value.count == 4
    case (CatalogRecord.collectionKind, _):
      CatalogRecord.decodeCollection(value.span, named: "") != nil
    case (CatalogRecord.freeTableKind, 5): value.isEmpty
    case (CatalogRecord.schemaKind, 5): (try? ArchiveSchema(definition: value.span)) != nil
    case (CatalogRecord.compressionKind, 5): CatalogRecord.decodeCompression(value.span) != nil
    // zstd dictionaries begin with this magic number.
    case (CatalogRecord.dictionaryKind, 9): value.starts(with: [0x37, 0xA4, 0x30, 0xEC])
    case (CatalogRecord.indexKind, 6...): isIndex(value)
    case (0x0B...0x14, _):
      value.count < 8 || RowHeader(word: value.span.littleEndianUInt64(at: 0)) == nil
    default: false
    }
  }

  private static func isIndex(_ value: [UInt8]) -> Bool {
    CatalogRecord.decodeIndex(value.span, named: "") != nil
  }
}
