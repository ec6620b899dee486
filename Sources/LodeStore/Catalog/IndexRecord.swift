internal import LodeCoding

/// The record of one index in the catalog.
struct IndexRecord: Sendable, Hashable {
  var definition: IndexDefinition
  /// The number of the index's table.
  var id: UInt32
  var state = IndexState.building
  /// Whether some entries do not contain the exact values.
  var isLossy = false
  /// Whether a model declared the index.
  ///
  /// Lode drops a declared index if its model no longer declares the index.
  var isDeclared = false
  /// Whether a build has found rows with equal values in a unique index.
  var foundDuplicates = false
  /// Whether each row of the table ends with a checksum (``EntryCheck``).
  ///
  /// Indexes that early versions of Lode built have no checksums until a rebuild.
  var hasChecks = true
  /// During a build, the table key (``TableKey``) of the last row that the build has read;
  /// otherwise empty.
  var progress: [UInt8] = []
  /// Whether the stored row names an earlier layout of the table, which the next commit replaces.
  var hasEarlierLayout = false

  /// Changes the record to the record of an index without entries.
  mutating func empty(_ state: IndexState) {
    self = IndexRecord(definition: definition, id: id, state: state, isDeclared: isDeclared)
  }

  /// The lowest format of a store that contains the index.
  var format: UInt32 {
    if hasChecks { return CatalogRecord.checkedFormat }
    if definition.kind == .search { return CatalogRecord.searchFormat }
    let isComputed = definition.parts.contains { $0.path.isComputed }
    return isComputed ? CatalogRecord.computedFormat : CatalogRecord.indexFormat
  }
}

// The rows of indexes in the catalog; `Docs/Format/Catalog.md` specifies the bytes.
extension CatalogRecord {
  static let indexKind: UInt8 = 10

  static func indexKey(_ name: String, of id: UInt32) -> [UInt8] {
    key(indexKind, id) + name.utf8
  }

  static func encode(_ index: IndexRecord) -> [UInt8] {
    let definition = index.definition.encoded
    let flags: UInt8 =
      (index.isLossy ? 1 : 0) + (index.foundDuplicates ? 2 : 0)
      + (index.isDeclared ? 4 : 0) + (index.hasChecks ? 8 : 0)
    return withBytes(of: index.id) + [index.state.rawValue, flags]
      + withBytes(of: UInt32(definition.count)) + definition + index.progress
  }

  /// Returns the table number in the row of an index, and the place of the definition in the row.
  ///
  /// Returns `nil` if the bytes are damaged.
  static func indexParts(_ value: Span<UInt8>) -> (id: UInt32, definition: Range<Int>)? {
    guard value.count >= 10, IndexState(rawValue: value[4]) != nil, value[5] <= 15 else {
      return nil
    }
    let end = 10 + Int(value.littleEndianUInt32(at: 6))
    return end <= value.count ? (value.littleEndianUInt32(at: 0), 10..<end) : nil
  }

  /// Decodes the row of an index; returns `nil` if the bytes are damaged.
  ///
  /// An index of an earlier layout must be built from its beginning.
  static func decodeIndex(_ value: Span<UInt8>, named name: String) -> IndexRecord? {
    guard let (id, place) = indexParts(value), let state = IndexState(rawValue: value[4]),
      let definition = IndexDefinition(name: name, encoded: value.extracting(place))
    else { return nil }
    var index = IndexRecord(
      definition: definition, id: id, state: state, isLossy: value[5] & 1 != 0,
      isDeclared: value[5] & 4 != 0, foundDuplicates: value[5] & 2 != 0)
    index.hasEarlierLayout = !IndexDefinition.hasLayout(value.extracting(place))
    if index.hasEarlierLayout {
      index.state = .building
    } else {
      index.hasChecks = value[5] & 8 != 0
      index.progress = value.extracting(place.upperBound..<value.count).copied()
    }
    return index
  }
}
