public import LodeCoding
internal import LodeLMDB

/// What a write transaction knows of one collection: its table, a cursor, and how often it changed.
@usableFromInline
final class CollectionState {
  let name: String
  private(set) var info: CollectionInfo?
  /// Counts the changes, so that an enumeration notices them.
  private(set) var mutations = 0
  /// What the changes add to the sum of the collection's rows, wrapping.
  private(set) var sum: UInt64 = 0
  /// The write; it lets go of its states at its end, and so of this circle.
  let context: WriteContext
  private var cursor: CursorHandle?
  /// What follows the rows, once it is known whether there is something.
  private var maintenance: RowMaintenance?
  private var hasMaintenance: Bool?
  /// Refuses rows that the collection's model could not read; the outer `nil` until it was asked
  /// for.
  var rowGuard: RowGuard??
  /// The schema of the models that this write puts.
  var claimed: ArchiveSchema?
  /// The type that the collection is to belong to from the next row on.
  var nextModel: String?
  /// How many rows this write has put into the collection.
  private var puts = 0
  /// How many rows are to be put before it is looked whether a dictionary is due.
  private var nextLook = Int.max

  init(name: String, info: CollectionInfo?, context: WriteContext) {
    self.name = name
    self.info = info
    self.context = context
    guard context.store.training.isOn, info?.settings.dictionary ?? 0 == 0 else { return }
    if let info { puts = context.earlierPuts(info) }
    planLook()
  }

  func closeCursor() {
    cursor?.close()
    cursor = nil
    maintenance?.close()
    maintenance = nil
    hasMaintenance = nil
  }

  /// Hands what the rows add to the collection's sum over to the write.
  func settleSum() {
    if let info {
      context.sums.add(sum, to: info.id)
      if mutations > 0 { context.noteGrowth(of: info) }
    }
    sum = 0
  }

  /// The collection's table, made if need be, after its key format was checked.
  ///
  /// - Parameter keyCount: the length of the key of a row that is to be put.
  func table(for format: KeyFormat, keyCount: Int = 0) throws(StoreError) -> CollectionInfo {
    try context.checkOpen()
    var info: CollectionInfo
    if let existing = self.info {
      info = existing
      if existing.table.isShared {
        info = try separated(existing, keyCount: keyCount)
        self.info = info
      }
      if info.keyFormat == format && nextModel == nil { return info }
    } else {
      info = try context.create(name, declared: false)
      if keyCount > info.table.longestKey { info = try context.separate(info) }
    }
    if info.keyFormat != format {
      if !info.indexes.isEmpty, format != .tuple {
        throw StoreError(.keyFormatMismatch, collection: name, context: "has indexes")
      }
      if let existing = info.keyFormat {
        throw StoreError(.keyFormatMismatch, collection: name, context: "has \(existing) keys")
      }
      info = info.with(keyFormat: format)
      context.update(info)
    }
    if let model = nextModel {
      nextModel = nil
      rowGuard = nil
      info = info.with(model: model)
      context.update(info)
    }
    self.info = info
    return info
  }

  /// The cursor that this write uses in the collection.
  func cursor(in info: CollectionInfo) throws(StoreError) -> CursorHandle {
    try context.checkOpen()
    if info.table.isShared { return try context.sharedCursor(info) }
    if let cursor { return cursor }
    let handle = context.handle
    let opened = try storeErrors(collection: name) { () throws(LMDBError) in
      try CursorHandle(handle, over: info.table.place)
    }
    cursor = opened
    return opened
  }

  /// Takes what the catalog says of the collection now.
  func learn() { info = context.catalog.collections[name] }

  /// What follows the rows; made when the first one changes.
  func knownMaintenance(_ info: CollectionInfo) throws(StoreError) -> RowMaintenance? {
    if let hasMaintenance { return hasMaintenance ? maintenance : nil }
    maintenance = try RowMaintenance(info, context)
    hasMaintenance = maintenance != nil
    // It may have disabled indexes.
    learn()
    return maintenance
  }

  /// Notes a change of one row, and what it adds to the collection's sum.
  func note(
    _ step: ChangeLog.Step, _ key: Span<UInt8>, _ format: KeyFormat, adding amount: UInt64
  ) {
    mutations &+= 1
    sum &+= amount
    let context = context
    context.hasChanges = true
    if context.log != nil { context.log?.note(step, key, format, in: name) }
  }

  /// Notes a row that was put, as the last thing of its put: bytes that were borrowed from the
  /// store are not to be used any more when a dictionary was written.
  @inline(__always)
  func notePut(
    _ step: ChangeLog.Step, _ key: Span<UInt8>, _ format: KeyFormat, adding amount: UInt64
  ) {
    note(step, key, format, adding: amount)
    puts &+= 1
    if puts >= nextLook { look() }
  }

  /// Gives the collection a dictionary for the rest of the write, if that is due.
  private func look() {
    planLook()
    guard let info, let trained = context.trainDictionary(of: info, puts: puts) else { return }
    self.info = trained
    if trained.settings.dictionary > 0 { nextLook = .max }
  }

  /// Samples next at a multiple of this number of rows, which shorter savepoints reach too.
  private func planLook() {
    let step = CompressionSettings.rowsOfLook
    nextLook = (puts / step + 1) * step
  }

  /// The table and how many rows this write has put into it, while it has no dictionary.
  var untrainedPuts: (table: UInt32, count: Int)? {
    guard puts > 0, nextLook < .max, let info else { return nil }
    return (info.id, puts)
  }

  /// Notes that a row is stored in another way, which is no change of it.
  func noteRewritten(adding amount: UInt64) {
    mutations &+= 1
    sum &+= amount
    context.hasChanges = true
  }

  /// Deletes every row; returns how many there were.
  func clear() throws(StoreError) -> Int {
    guard let info else { return 0 }
    try context.checkOpen()
    let handle = context.handle
    let count = try storeErrors(collection: name) { () throws(LMDBError) in
      try handle.count(info.table.place)
    }
    if count == 0 { return 0 }
    let references = try context.blobReferences(of: info)
    closeCursor()
    try context.batch.errors(collection: name) { () throws(LMDBError) in
      try handle.clear(info.table.place)
    }
    try context.clearIndexes(of: info)
    try context.release(references, of: info)
    try context.deleteDictionaries(of: info, except: info.settings.dictionary)
    mutations &+= 1
    sum = 0
    context.sums.clear(info.id)
    context.hasChanges = true
    context.log?.noteCleared(name)
    return count
  }
}

// The calls of the inlined half of `CollectionWriter`.
extension CollectionState {
  @usableFromInline
  func putRow(
    _ value: Span<UInt8>, _ type: ValueType, _ metadata: [UInt8]?, _ key: Span<UInt8>,
    _ format: KeyFormat, _ policy: PutPolicy, _ context: WriteContext,
    _ prepared: PreparedBlock? = nil
  ) throws(StoreError) -> PutOutcome? {
    try put(
      value, type, .exactly(RowExtras(metadata: metadata)), forKey: key, format: format,
      policy: policy, revision: context.revision, prepared: prepared)
  }

  @usableFromInline
  func appendRow(
    _ value: Span<UInt8>, _ type: ValueType, _ key: Span<UInt8>, _ format: KeyFormat,
    _ context: WriteContext
  ) throws(StoreError) {
    try append(value, type, forKey: key, format: format, revision: context.revision)
  }

  /// Notes a row as updated that was not changed.
  func noteTouched(_ key: Span<UInt8>, _ format: KeyFormat) {
    context.hasChanges = true
    context.log?.note(.updated, key, format, in: name)
  }
}
