internal import LodeCoding

/// The catalog of a damaged store: the readable collections, schemas, and dictionaries.
struct SalvagedCatalog {
  var collections: [UInt32: CollectionRecord] = [:]
  var blobTable: UInt32?
  let sharedTable: UInt32?
  /// The table numbers of all indexes.
  private(set) var indexTables: Set<UInt32> = []
  /// The first table number above all table numbers of the damaged store.
  private(set) var nextNumber: UInt32
  /// The definitions of the schemas, by number.
  private(set) var schemas: [UInt32: [UInt8]] = [:]
  /// The bytes of the dictionaries, by collection and number.
  private(set) var dictionaries: [DictionaryName: [UInt8]] = [:]
  let rows: SealedRows
  /// Whether no row of the catalog is lost.
  private(set) var isWhole: Bool

  /// The limit of the table numbers that the salvage tries if the catalog has lost its next table
  /// number.
  private static let numbersWithoutCatalog: UInt32 = 1024
  /// The first invalid table number.
  private static let firstImpossibleNumber = UInt32.max / 2
  /// The maximum number of lost schemas.
  private static let mostLostSchemas = 65_536
  /// The limit of the table numbers that the salvage tries, so that the time of a scan stays
  /// bounded.
  private static let mostNumbers: UInt32 = 4096

  struct DictionaryName: Hashable {
    let collection: UInt32
    let number: UInt32
  }

  init(_ source: SalvageSource) {
    rows = source.catalog
    isWhole = source.hasWholeCatalog
    blobTable = rows.number(CatalogRecord.blobTableKey).flatMap(Self.possible)
    sharedTable = rows.number(CatalogRecord.sharedTableKey).flatMap(Self.possible)
    nextNumber =
      rows.number(CatalogRecord.nextTableKey).flatMap(Self.possible)
      ?? (source.hasWholeCatalog ? 1 : Self.numbersWithoutCatalog)
    addCollections()
    for row in rows.rows(ofKind: CatalogRecord.indexKind) {
      guard let index = CatalogRecord.indexParts(row.value.span),
        let id = Self.possible(index.id)
      else { continue }
      indexTables.insert(id)
    }
    for row in rows.rows(ofKind: CatalogRecord.schemaKind) {
      guard let number = Self.number(row.key, at: 1), row.key.count == 5,
        (try? ArchiveSchema(definition: row.value.span)) != nil
      else { continue }
      schemas[number] = row.value
    }
    // The numbers of schemas have no gaps, so a much higher number is wrong.
    let known = schemas.count
    schemas = schemas.filter { $0.key <= known + Self.mostLostSchemas }
    if schemas.count < known { isWhole = false }
    for row in rows.rows(ofKind: CatalogRecord.dictionaryKind) {
      guard let collection = Self.number(row.key, at: 1), let number = Self.number(row.key, at: 5)
      else { continue }
      dictionaries[.init(collection: collection, number: number)] = row.value
    }
    let tables = [blobTable ?? 0, sharedTable ?? 0] + source.tables.keys + collections.keys
    nextNumber = max(nextNumber, (tables + Array(indexTables)).reduce(0, max) + 1)
  }

  /// Adds the collections.
  ///
  /// If two names have the same number, the name of the newer row wins.
  private mutating func addCollections() {
    var origins: [UInt32: SealedRows.Origin] = [:]
    for row in rows.rows(ofKind: CatalogRecord.collectionKind) {
      guard let name = String(validating: row.key.dropFirst(), as: UTF8.self),
        let record = CatalogRecord.decodeCollection(row.value.span, named: name), record.id > 0,
        Self.possible(record.id) != nil
      else { continue }
      if let other = origins[record.id], other.rawValue <= row.origin.rawValue { continue }
      origins[record.id] = row.origin
      collections[record.id] = record
    }
  }

  /// Returns a table number, or `nil` if the number is not valid.
  static func possible(_ number: UInt32) -> UInt32? {
    number < firstImpossibleNumber ? number : nil
  }

  /// Returns a big-endian number in a key, or `nil` if the key is too short.
  static func number(_ key: [UInt8], at offset: Int) -> UInt32? {
    guard key.count >= offset + 4 else { return nil }
    return key.span.extracting(offset..<offset + 4).littleEndianUInt32(at: 0).byteSwapped
  }

  /// Returns the numbers of the tables that can contain rows, including tables of lost collections.
  func rowTables(of source: SalvageSource) -> [UInt32] {
    var numbers = Set(collections.filter { !$0.value.sharesTable }.keys)
    numbers.formUnion(source.tables.keys)
    if let blobTable { numbers.insert(blobTable) }
    if let sharedTable { numbers.insert(sharedTable) }
    // If the catalog is damaged, the salvage also tries other numbers.
    if !isWhole { numbers.formUnion(1..<min(nextNumber, Self.mostNumbers)) }
    return numbers.subtracting(indexTables).sorted()
  }

  /// Returns an unused table number.
  mutating func takeNumber() -> UInt32 {
    nextNumber += 1
    return nextNumber - 1
  }

  func hasCollection(named name: String) -> Bool {
    collections.values.contains { $0.name == name }
  }
}
