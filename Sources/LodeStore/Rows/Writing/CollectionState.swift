public import LodeCoding
internal import LodeLMDB

/// The state of one collection in a write transaction: its table, a cursor, and a count of changes.
@usableFromInline
final class CollectionState {
  let name: String
  private(set) var info: CollectionRuntime?
  /// The number of changes; an enumeration compares the number to detect changes.
  private(set) var mutations = 0
  /// The amount that the changes add to the collection's content sum, with wrapping.
  private var sum: UInt64 = 0
  /// The write; at its end, the write breaks this reference cycle.
  let context: WriteSession
  let states: CollectionStates
  private var cursor: CursorHandle?
  /// Finds the bytes of new archives that stay uncompressed.
  var fixedParts = FixedParts()
  /// Maintains the indexes; `nil` before the first use, and in collections without indexes.
  private var maintenance: RowMaintenance?
  /// Whether the collection has indexes to maintain; `nil` before the first use.
  private var hasMaintenance: Bool?
  /// Refuses rows that the collection's model cannot read.
  ///
  /// The outer `nil` means that no check has run. The inner `nil` means that no model owns the
  /// collection.
  var rowGuard: RowGuard??
  /// The schema of the last type that claimed the collection in this write.
  var claimed: ArchiveSchema?
  /// The type that owns the collection from the next row on.
  var nextModel: String?
  /// The number of rows that this write has put into the collection.
  private var puts = 0
  /// The number of puts at which the write next checks whether to train a dictionary.
  private var nextLook = Int.max

  init(name: String, info: CollectionRuntime?, in states: CollectionStates, earlierPuts: Int) {
    self.name = name
    self.info = info
    self.states = states
    context = states.context
    guard context.store.training.isOn, info?.settings.dictionary ?? 0 == 0 else { return }
    puts = earlierPuts
    planLook()
  }

  /// Closes the cursors of the collection and of its indexes.
  func closeCursor() {
    cursor?.close()
    cursor = nil
    maintenance?.close()
    maintenance = nil
    hasMaintenance = nil
  }

  /// Moves the amount in `sum` to the content sums of the write.
  func settleSum() {
    if let info {
      context.sums.add(sum, to: info.id)
      if mutations > 0 { context.noteGrowth(of: info) }
    }
    sum = 0
  }

  /// Returns the collection for a put, and creates a missing collection.
  ///
  /// The call sets the key format before the first row. If `nextModel` has a value, the call also
  /// sets the owner.
  ///
  /// - Parameter keyCount: The length of the new row's key, in bytes.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keyFormatMismatch` if the collection has keys of another format, or has indexes and the
  ///     key is raw.
  ///   - `invalidName` or `tablesFull` if the collection cannot be created.
  ///   - `closed` if the write has ended.
  func table(for format: KeyFormat, keyCount: Int = 0) throws(StoreError) -> CollectionRuntime {
    try context.checkOpen()
    var info: CollectionRuntime
    if let existing = self.info {
      info = existing
      if existing.table.isShared {
        info = try separated(existing, keyCount: keyCount)
        self.info = info
      }
      if info.keyFormat == format && nextModel == nil { return info }
    } else {
      info = try StoreTables(context).create(name, declared: false)
      if keyCount > info.table.longestKey { info = try states.separate(info) }
    }
    if info.keyFormat != format {
      if !info.indexes.isEmpty, format != .tuple {
        throw StoreError(.keyFormatMismatch, collection: name, context: "has indexes")
      }
      if let existing = info.keyFormat {
        throw StoreError(.keyFormatMismatch, collection: name, context: "has \(existing) keys")
      }
      info = info.with { $0.keyFormat = format }
      context.update(info)
    }
    if let model = nextModel {
      nextModel = nil
      rowGuard = nil
      info = info.with { $0.model = model }
      context.update(info)
    }
    self.info = info
    return info
  }

  /// Moves a collection from the shared table to its own table if the next put requires the move.
  ///
  /// The move is required for a key that is too long for the shared table, or for a collection with
  /// many rows. The method counts the rows only when the number of changes is a multiple of
  /// `mostRows`.
  private func separated(
    _ info: CollectionRuntime, keyCount: Int
  ) throws(StoreError) -> CollectionRuntime {
    if keyCount <= info.table.longestKey {
      guard mutations % SharedTable.mostRows == 0 else { return info }
      let handle = context.handle
      let rows = try storeErrors(collection: name) { () throws(LMDBError) in
        try handle.count(info.table.place)
      }
      if rows < SharedTable.mostRows { return info }
    }
    closeCursor()
    return try states.separate(info)
  }

  /// Returns the cursor that this write uses in the collection.
  func cursor(in info: CollectionRuntime) throws(StoreError) -> CursorHandle {
    try context.checkOpen()
    if info.table.isShared { return try states.sharedCursor(info) }
    if let cursor { return cursor }
    let handle = context.handle
    let opened = try storeErrors(collection: name) { () throws(LMDBError) in
      try CursorHandle(handle, over: info.table.place)
    }
    cursor = opened
    return opened
  }

  /// Records that the write has emptied the collection's table, whose description is now `info`.
  func noteCleared(_ info: CollectionRuntime) {
    self.info = info
    mutations &+= 1
    sum = 0
    context.sums.clear(info.id)
    context.hasChanges = true
    context.log?.noteCleared(name)
  }

  /// Reloads the collection's description from the catalog.
  func learn() { info = context.catalog.collections[name] }

  /// Returns the object that maintains the indexes, or `nil` if the collection has no indexes to
  /// maintain.
  ///
  /// The first call creates the object.
  func knownMaintenance(_ info: CollectionRuntime) throws(StoreError) -> RowMaintenance? {
    if let hasMaintenance { return hasMaintenance ? maintenance : nil }
    maintenance = try RowMaintenance(info, context)
    hasMaintenance = maintenance != nil
    // Creating the object may disable indexes.
    learn()
    return maintenance
  }

  /// Records a change of one row.
  ///
  /// - Parameter amount: The amount that the change adds to the content sum, with wrapping.
  func note(
    _ step: ChangeLog.Step, _ key: Span<UInt8>, _ format: KeyFormat, adding amount: UInt64
  ) {
    mutations &+= 1
    sum &+= amount
    let context = context
    context.hasChanges = true
    if context.log != nil { context.log?.note(step, key, format, in: name) }
  }

  /// Records a row that the write has put, as the last action of the put.
  ///
  /// The call may write a dictionary, which invalidates bytes that were borrowed from the store.
  @inline(__always)
  func notePut(
    _ step: ChangeLog.Step, _ key: Span<UInt8>, _ format: KeyFormat, adding amount: UInt64
  ) {
    note(step, key, format, adding: amount)
    puts &+= 1
    if puts >= nextLook { look() }
  }

  /// Trains a dictionary for the rest of the write, if training is due.
  private func look() {
    planLook()
    guard let info, let trained = context.trainDictionary(of: info, puts: puts) else { return }
    self.info = trained
    if trained.settings.dictionary > 0 { nextLook = .max }
  }

  /// Sets the next check to the next multiple of a fixed row count.
  ///
  /// Puts of earlier savepoints count too, so a write of many short savepoints reaches the checks.
  private func planLook() {
    let step = CompressionSettings.rowsOfLook
    nextLook = (puts / step + 1) * step
  }

  /// The collection's table and the number of put rows; `nil` without puts, or if this write does
  /// not check again whether to train a dictionary.
  var untrainedPuts: (table: UInt32, count: Int)? {
    guard puts > 0, nextLook < .max, let info else { return nil }
    return (info.id, puts)
  }

  /// Records that the write has stored a row in another form.
  ///
  /// The content of the row stays the same, so observers receive no change.
  func noteRewritten(adding amount: UInt64) {
    mutations &+= 1
    sum &+= amount
    context.hasChanges = true
  }
}

// Methods that `CollectionWriter` calls.
extension CollectionState {
  @usableFromInline
  func putRow(
    _ value: Span<UInt8>, _ type: ValueType, _ metadata: [UInt8]?, _ key: Span<UInt8>,
    _ format: KeyFormat, _ policy: PutPolicy, _ context: WriteSession,
    _ prepared: PreparedBlock? = nil
  ) throws(StoreError) -> PutOutcome? {
    try put(
      value, type, .exactly(RowExtras(metadata: metadata)), forKey: key, format: format,
      policy: policy, revision: context.revision, prepared: prepared)
  }

  @usableFromInline
  func appendRow(
    _ value: Span<UInt8>, _ type: ValueType, _ key: Span<UInt8>, _ format: KeyFormat,
    _ context: WriteSession
  ) throws(StoreError) {
    try append(value, type, forKey: key, format: format, revision: context.revision)
  }

  /// Records an unchanged row as updated.
  func noteTouched(_ key: Span<UInt8>, _ format: KeyFormat) {
    context.hasChanges = true
    context.log?.note(.updated, key, format, in: name)
  }
}
