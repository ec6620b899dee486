internal import LodeCoding
internal import LodeLMDB

/// Training and storing dictionaries inside a write.
struct DictionaryWriting {
  private let context: WriteSession

  init(_ session: WriteSession) { context = session }

  /// The limits of training inside a write.
  ///
  /// The limits are lower than in the background, because other writes wait.
  private static let limits = DictionarySamples.Limits(count: 1000, bytes: 1 << 20)

  /// Stores a dictionary for new rows of a collection, or records an unsuccessful training if
  /// `bytes` is `nil`.
  ///
  /// The revision of the store stays the same. The call stores nothing if the collection does not
  /// exist, or has another dictionary than `old`.
  func keepDictionary(
    _ bytes: [UInt8]?, table id: UInt32, replacing old: UInt32, rows: Int, samples: Int
  ) throws(StoreError) -> TrainedDictionary? {
    context.changesContent = false
    guard let info = context.catalog.collection(ofTable: id), info.settings.dictionary == old else {
      return nil
    }
    context.states.forget(info.name)
    let kept = try install(bytes, for: info, rows: rows)
    guard let bytes else { return nil }
    return TrainedDictionary(
      number: kept.settings.dictionary, size: bytes.count, samples: samples)
  }

  /// Trains a dictionary for the remaining rows of a large write.
  ///
  /// If the write or a savepoint rolls back, the dictionary rolls back too.
  ///
  /// - Parameter puts: The number of rows that this write has put into the collection.
  /// - Returns: The collection with the dictionary, or with a record of an unsuccessful training.
  ///   `nil` if training is not due, or after an error.
  fileprivate func trainDictionary(of info: CollectionRuntime, puts: Int) -> CollectionRuntime? {
    guard !info.compression.isOff, let tree = try? context.handle.statistics(info.table.place),
      info.settings.asksForTraining(rows: tree.entries, bytes: tree.bytes, puts: puts),
      let samples = try? Interruption.suspended({ () throws(StoreError) in
        try DictionarySamples(of: info, in: context.handle, Self.limits, while: { true })
      })
    else { return nil }
    let trained = CompressionDictionary.train(from: samples.values, id: 0)
    return try? install(trained?.bytes, for: info, rows: samples.rows)
  }

  /// Schedules the training of a collection that has enough rows for a dictionary.
  fileprivate func noteGrowth(of info: CollectionRuntime) {
    guard context.store.training.isOn, !info.compression.isOff,
      let tree = try? context.handle.statistics(info.table.place),
      info.settings.asksForTraining(rows: tree.entries, bytes: tree.bytes)
    else { return }
    if info.settings.dictionary < context.batch.firstNewDictionary {
      return context.batch.grown.append(info.id)
    }
    // This transaction has trained the dictionary. Recording the number of rows delays the next
    // training.
    guard let newest = context.catalog.collection(ofTable: info.id) else { return }
    context.update(newest.with { $0.settings.triedAtRows = UInt64(tree.entries) })
  }

  /// Writes a dictionary, or records that training with this number of rows gave no dictionary.
  private func install(
    _ bytes: [UInt8]?, for info: CollectionRuntime, rows: Int
  ) throws(StoreError) -> CollectionRuntime {
    var settings = info.settings
    settings.triedAtRows = UInt64(rows)
    // If all numbers are used, the collection keeps its dictionary.
    if let bytes, context.catalog.nextDictionary < .max {
      let number = context.catalog.nextDictionary
      try context.batch.errors(collection: info.name) { () throws(LMDBError) in
        try context.catalogTable.putDictionary(bytes, number, of: info.id)
      }
      context.catalog.nextDictionary += 1
      settings.dictionary = number
      settings.dictionarySize = UInt32(clamping: bytes.count)
    }
    let changed = info.with { $0.settings = settings }
    context.update(changed)
    return changed
  }
}

extension CollectionState {
  /// Trains a dictionary for the rest of the write, if training is due.
  ///
  /// - Parameter puts: The number of rows that this write has put into the collection.
  func train(_ puts: Int) {
    guard let info else { return }
    adopt(trained: DictionaryWriting(context).trainDictionary(of: info, puts: puts))
  }

  /// Schedules the training of a dictionary, if the collection has enough rows.
  func noteGrowth(of info: CollectionRuntime) { DictionaryWriting(context).noteGrowth(of: info) }
}
