internal import LodeCoding
internal import LodeLMDB

// How a collection gets its dictionary: from a training in the background, or inside the write that
// needs it.
extension WriteContext {
  /// The most values, and the most of their bytes, from which a write trains a dictionary inside
  /// itself: fewer than in the background, because others wait for it.
  private static let limits = DictionarySamples.Limits(count: 1000, bytes: 1 << 20)

  /// Keeps a dictionary as that of a collection's new rows; or, without bytes, how many rows gave
  /// none.
  ///
  /// What users see of the store does not change, and so neither does its revision. Nothing is
  /// stored if the collection was dropped, or if its dictionary is not the one to be replaced.
  func keepDictionary(
    _ bytes: [UInt8]?, table id: UInt32, replacing old: UInt32, rows: Int, samples: Int
  ) throws(StoreError) -> TrainedDictionary? {
    changesContent = false
    guard let info = catalog.collection(ofTable: id), info.settings.dictionary == old else {
      return nil
    }
    forgetState(of: info.name)
    let kept = try install(bytes, for: info, rows: rows)
    guard let bytes else { return nil }
    return TrainedDictionary(
      number: kept.settings.dictionary, size: bytes.count, samples: samples)
  }

  /// Trains a dictionary for the rows that a large write is still to put, once it has put enough of
  /// them.
  ///
  /// It is this write's own until the commit is published: the description of the collection has
  /// it, which goes when a savepoint or the write is undone.
  ///
  /// - Parameter puts: how many rows this write has put into the collection.
  /// - Returns: the collection with its dictionary, or with the note that there is none to be had;
  ///   `nil` when it is not time, or something went wrong: it is done without, and what the
  ///   transaction lacked it says itself.
  func trainDictionary(of info: CollectionInfo, puts: Int) -> CollectionInfo? {
    guard !info.compression.isOff, let tree = try? handle.statistics(info.table.place),
      info.settings.asksForTraining(rows: tree.entries, bytes: tree.bytes, puts: puts),
      let samples = try? DictionarySamples(of: info, in: handle, Self.limits, while: { true })
    else { return nil }
    let trained = CompressionDictionary.train(from: samples.values, id: 0)
    return try? install(trained?.bytes, for: info, rows: samples.rows)
  }

  /// Records a collection that has grown enough to train a dictionary from its rows.
  func noteGrowth(of info: CollectionInfo) {
    guard store.training.isOn, !info.compression.isOff,
      let tree = try? handle.statistics(info.table.place),
      info.settings.asksForTraining(rows: tree.entries, bytes: tree.bytes)
    else { return }
    if info.settings.dictionary < batch.firstNewDictionary { return batch.grown.append(info.id) }
    // This transaction has just trained it: the next one is due at ten times the rows that it
    // leaves.
    guard let newest = catalog.collection(ofTable: info.id) else { return }
    var settings = newest.settings
    settings.triedAtRows = UInt64(tree.entries)
    update(newest.with(settings: settings))
  }

  /// Writes a dictionary, or records that this number of rows gave none.
  private func install(
    _ bytes: [UInt8]?, for info: CollectionInfo, rows: Int
  ) throws(StoreError) -> CollectionInfo {
    var settings = info.settings
    settings.triedAtRows = UInt64(rows)
    if let bytes {
      let number = catalog.nextDictionary
      let table = CatalogTable(transaction: handle, table: store.catalogTable)
      try batch.errors(collection: info.name) { () throws(LMDBError) in
        try table.putDictionary(bytes, number, of: info.id)
      }
      catalog.nextDictionary += 1
      settings.dictionary = number
      settings.dictionarySize = UInt32(clamping: bytes.count)
    }
    let changed = info.with(settings: settings)
    update(changed)
    return changed
  }
}
