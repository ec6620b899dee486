internal import LodeCoding
internal import LodeLMDB

// The rows of collections in the catalog.
extension CatalogRecord {
  static func encode(_ info: CollectionRuntime) -> [UInt8] {
    let flags: UInt8 = (info.isDeclared ? 1 : 0) + (info.table.isShared ? 2 : 0)
    return withBytes(of: info.id.littleEndian) + [flags, info.keyFormat?.rawValue ?? 0]
  }

  /// The decoded row of a collection in the catalog table.
  struct Collection {
    var id: UInt32
    var isDeclared: Bool
    var sharesTable: Bool
    var keyFormat: KeyFormat?
  }

  static func decodeCollection(_ value: Span<UInt8>) -> Collection? {
    guard value.count == 6, value[4] <= 3 else { return nil }
    return Collection(
      id: value.littleEndianUInt32(at: 0), isDeclared: value[4] & 1 != 0,
      sharesTable: value[4] & 2 != 0,
      keyFormat: value[5] == 0 ? nil : KeyFormat(rawValue: value[5]))
  }
}
