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
  /// The model that owns the collection.
  var owner = RowOwner()
  /// Counts the put rows for the training of a dictionary.
  private var puts = PutCount()

  init(name: String, info: CollectionRuntime?, in states: CollectionStates, earlierPuts: Int) {
    self.name = name
    self.info = info
    self.states = states
    context = states.context
    guard context.store.training.isOn, info?.settings.dictionary ?? 0 == 0 else { return }
    puts = PutCount(earlierPuts)
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
      if sum != 0 || mutations > 0 { context.sums.add(sum, to: info.id) }
      if mutations > 0 { noteGrowth(of: info) }
    }
    sum = 0
  }

  /// Returns the collection for a put, and creates a missing collection.
  ///
  /// The call sets the key format before the first row, and the owner if a model has claimed the
  /// collection.
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
      if info.keyFormat == format && owner.next == nil { return info }
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
    if let model = owner.takeNext() {
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
      if try info.rowCount(in: context.handle) < SharedTable.mostRows { return info }
    }
    closeCursor()
    return try states.separate(info)
  }

  /// Returns the cursor that this write uses in the collection.
  func cursor(in info: CollectionRuntime) throws(StoreError) -> CursorHandle {
    try context.checkOpen()
    if info.table.isShared { return try states.sharedCursor(info) }
    if let cursor { return cursor }
    let opened = try storeErrors(collection: name) { () throws(LMDBError) in
      try CursorHandle(context.handle, over: info.table.place)
    }
    cursor = opened
    return opened
  }

  /// Records that the write has emptied the collection's table, whose description is now `info`.
  ///
  /// - Parameter keys: The keys of the deleted rows; `nil` if damage prevents reading the keys.
  func noteCleared(_ info: CollectionRuntime, _ keys: [RowKey]?) {
    self.info = info
    mutations &+= 1
    sum = 0
    context.sums.clear(info.id)
    context.hasChanges = true
    context.changes?.noteCleared(name, keys)
  }

  /// Reloads the collection's description from the catalog.
  func learn() { info = context.catalog.collections[name] }

  /// Returns the object that maintains the indexes, or `nil` if the collection has no indexes to
  /// maintain.
  ///
  /// The first call creates the object.
  @inline(__always)
  func maintenance(_ info: CollectionRuntime) throws(StoreError) -> RowMaintenance? {
    if info.indexes.isEmpty { return nil }
    return try knownMaintenance(info)
  }

  private func knownMaintenance(_ info: CollectionRuntime) throws(StoreError) -> RowMaintenance? {
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
  func note(_ step: WriteChanges.Step, _ key: Span<UInt8>, adding amount: UInt64) {
    noteRewritten(adding: amount)
    if context.changes != nil { log(step, key) }
  }

  /// Records a row that the write has put, as the last action of the put.
  ///
  /// The call may write a dictionary, which invalidates bytes that were borrowed from the store.
  @inline(__always)
  func notePut(_ step: WriteChanges.Step, _ key: Span<UInt8>, adding amount: UInt64) {
    note(step, key, adding: amount)
    if puts.countsToCheck() { train(puts.count) }
  }

  /// Uses a dictionary for the rest of the write, or `nil` if no training was due.
  func adopt(trained: CollectionRuntime?) {
    guard let trained else { return }
    info = trained
    if trained.settings.dictionary > 0 { puts.stopChecks() }
  }

  /// The collection's table and the number of put rows; `nil` without puts, or if this write does
  /// not check again whether to train a dictionary.
  var untrainedPuts: (table: UInt32, count: Int)? {
    guard puts.checksAgain, let info else { return nil }
    return (info.id, puts.count)
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
    _ format: KeyFormat, _ policy: PutPolicy
  ) throws(StoreError) -> PutOutcome? {
    try put(
      RowPut(value, type, forKey: key, format, policy, .exactly(RowExtras(metadata: metadata))))
  }

  /// Records an unchanged row as updated.
  func noteTouched(_ key: Span<UInt8>) {
    context.hasChanges = true
    log(.updated, key)
  }

  private func log(_ step: WriteChanges.Step, _ key: Span<UInt8>) {
    context.changes?.note(step, key, info?.keyFormat ?? .raw, in: name)
  }
}

/// The number of rows that a write has put into a collection, for the training of a dictionary.
///
/// Puts of earlier savepoints count too, so a write of many short savepoints reaches the checks.
struct PutCount {
  private(set) var count = 0
  /// The number of puts at which the write next checks whether to train a dictionary.
  private var next = Int.max

  /// Creates a count without checks.
  init() {}

  /// Creates a count with a check at each multiple of a fixed row count.
  init(_ earlier: Int) {
    count = earlier
    planCheck()
  }

  /// Whether the write has puts, and checks again.
  var checksAgain: Bool { count > 0 && next < .max }

  /// Counts a put, and returns whether to check now.
  @inline(__always)
  mutating func countsToCheck() -> Bool {
    count &+= 1
    if count < next { return false }
    planCheck()
    return true
  }

  mutating func stopChecks() { next = .max }

  private mutating func planCheck() {
    let step = CompressionSettings.rowsOfLook
    next = (count / step + 1) * step
  }
}
