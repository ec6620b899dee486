internal import LodeCoding

// The catalog of the new store.
extension SalvagedCatalog {
  /// Returns the rows of the new catalog, and the table numbers of its indexes.
  ///
  /// - Parameter lost: Receives a line for each loss.
  mutating func newRows(_ lost: inout [String]) -> (rows: [[UInt8]: [UInt8]], indexes: [UInt32]) {
    var new: [[UInt8]: [UInt8]] = [:]
    for collection in collections.values {
      new[CatalogRecord.collectionKey(collection.name)] = CatalogRecord.encode(collection)
    }
    addSchemas(to: &new, &lost)
    addCompression(to: &new, &lost)
    let indexes = addIndexes(to: &new, &lost)
    let format = rows.number(CatalogRecord.formatKey) ?? CatalogRecord.newestFormat
    let least = indexes.isEmpty ? CatalogRecord.firstFormat : CatalogRecord.checkedFormat
    new[CatalogRecord.formatKey] = CatalogRecord.encode(
      number: min(max(format, least), CatalogRecord.newestFormat))
    if let blobTable { new[CatalogRecord.blobTableKey] = CatalogRecord.encode(number: blobTable) }
    if let sharedTable {
      new[CatalogRecord.sharedTableKey] = CatalogRecord.encode(number: sharedTable)
    }
    addOthers(to: &new)
    new[CatalogRecord.nextTableKey] = CatalogRecord.encode(number: nextNumber)
    return (new, indexes)
  }

  /// Adds the schemas.
  ///
  /// A schema without fields replaces each lost schema, because the numbers of schemas have no
  /// gaps.
  private func addSchemas(to new: inout [[UInt8]: [UInt8]], _ lost: inout [String]) {
    let last = schemas.keys.max() ?? 0
    guard last > 0 else { return }
    for number in 1...last {
      if let definition = schemas[number] {
        new[CatalogRecord.schemaKey(number)] = definition
      } else {
        new[CatalogRecord.schemaKey(number)] =
          ArchiveSchema("lost.schema.\(number)", kind: .structure, fields: []).definition
        lost.append("schema \(number) is lost")
      }
    }
  }

  /// Adds the dictionaries, and the compression settings without lost dictionaries.
  private func addCompression(to new: inout [[UInt8]: [UInt8]], _ lost: inout [String]) {
    var next = rows.number(CatalogRecord.nextDictionaryKey) ?? 1
    for (name, bytes) in dictionaries where has(name.collection) {
      new[CatalogRecord.dictionaryKey(name.number, of: name.collection)] = bytes
      next = max(next, name.number &+ 1)
    }
    for row in rows.rows(ofKind: CatalogRecord.compressionKind) where row.key.count == 5 {
      guard let id = Self.number(row.key, at: 1), has(id),
        var settings = CatalogRecord.decodeCompression(row.value.span)
      else { continue }
      next = max(next, settings.dictionary &+ 1)
      let name = DictionaryName(collection: id, number: settings.dictionary)
      if settings.dictionary > 0, dictionaries[name] == nil {
        lost.append("dictionary \(settings.dictionary) is lost")
        (settings.dictionary, settings.dictionarySize) = (0, 0)
      }
      new[row.key] = CatalogRecord.encode(settings)
    }
    if next > 1 { new[CatalogRecord.nextDictionaryKey] = CatalogRecord.encode(number: next) }
  }

  /// Adds the indexes with new table numbers, and returns these numbers.
  private mutating func addIndexes(
    to new: inout [[UInt8]: [UInt8]], _ lost: inout [String]
  ) -> [UInt32] {
    var numbers: [UInt32] = []
    for row in rows.rows(ofKind: CatalogRecord.indexKind) where row.key.count > 5 {
      guard let id = Self.number(row.key, at: 1), collections[id] != nil else { continue }
      let name = String(decoding: row.key.dropFirst(5), as: UTF8.self)
      guard var index = CatalogRecord.decodeIndex(row.value.span, named: name) else {
        lost.append("the definition of index \"\(name)\" is lost")
        continue
      }
      let number = takeNumber()
      numbers.append(number)
      index.id = number
      index.empty(.building)
      new[row.key] = CatalogRecord.encode(index)
    }
    return numbers
  }

  /// Adds the records of types, models, and migrations, unchanged.
  private func addOthers(to new: inout [[UInt8]: [UInt8]]) {
    let rebuilt: Set<UInt8> = [
      CatalogRecord.formatKey[0], CatalogRecord.collectionKind, CatalogRecord.freeTableKind,
      CatalogRecord.nextTableKey[0], CatalogRecord.schemaKind, CatalogRecord.compressionKind,
      CatalogRecord.dictionaryKind, CatalogRecord.blobTableKey[0], CatalogRecord.indexKind,
      CatalogRecord.sharedTableKey[0],
    ]
    let ofCollections: Set<UInt8> = [
      CatalogRecord.pendingKind, CatalogRecord.positionKind, CatalogRecord.quarantineKind,
      CatalogRecord.modelKind,
    ]
    for (key, row) in rows.rows {
      guard let kind = key.first, !rebuilt.contains(kind) else { continue }
      if ofCollections.contains(kind) {
        guard let id = Self.number(key, at: 1), has(id) else { continue }
      }
      new[key] = row.value
    }
  }

  private func has(_ id: UInt32) -> Bool { collections[id] != nil || id == blobTable }

  /// Returns the head, the content sums, and the sequences of the new store.
  func newMainRows(
    _ old: SealedRows, _ contents: [UInt32: SalvageTarget.Content], newestRevision: UInt64
  ) -> [[UInt8]: [UInt8]] {
    var new: [[UInt8]: [UInt8]] = [:]
    var head = old[CatalogRecord.headKey].flatMap { CatalogRecord.decodeHead($0.span) } ?? .init()
    head.revision = max(head.revision, newestRevision)
    head.generation = max(head.generation, 1)
    // The new file has its own transaction numbers.
    head.transaction = 0
    head.nonce = .random(in: 1...UInt64.max)
    new[CatalogRecord.headKey] = CatalogRecord.encode(head)
    for (id, content) in contents where has(id) && content.sum != 0 {
      new[CatalogRecord.sumKey(id)] = CatalogRecord.encode(sum: content.sum)
    }
    for id in collections.keys {
      let key = CatalogRecord.sequenceKey(id)
      if let next = old[key] { new[key] = next }
    }
    return new
  }
}
