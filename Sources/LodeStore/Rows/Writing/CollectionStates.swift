internal import LodeLMDB

/// The states of the collections that a write or savepoint uses.
@usableFromInline
final class CollectionStates: WriteParticipant {
  let context: WriteSession
  private(set) lazy var schemas = context.participant(SchemaNumbers.self)
  private var states: [String: CollectionState] = [:]
  /// The number of changes of each collection, without the changes that its current state counts.
  ///
  /// Iterations compare the number, so that they notice changes by their body.
  private var mutations: [String: Int] = [:]
  /// The number of puts into each collection without a dictionary, when the last savepoint began or
  /// ended.
  private var puts: [UInt32: Int]
  /// The only cursor of the table that small collections share.
  private var sharedCursor: CursorHandle?

  init(_ session: WriteSession) {
    context = session
    puts = session.parent?.known(CollectionStates.self)?.puts ?? [:]
  }

  /// Saves the numbers of puts, because a savepoint creates new states of the collections, and
  /// releases the states.
  func flush() {
    for state in states.values {
      if let (table, count) = state.untrainedPuts { puts[table] = count }
    }
    close()
  }

  func end() { close() }

  func adopt(_ child: CollectionStates) {
    puts = child.puts
    mutations.merge(child.mutations, uniquingKeysWith: &+)
  }

  /// Closes the cursors and releases the states.
  ///
  /// The next use of a collection creates a new state.
  func close() {
    for state in states.values { release(state) }
    states.removeAll()
    closeSharedCursor()
  }

  /// Returns the state of a collection, even if the collection does not exist.
  func state(of name: String) -> CollectionState {
    if let state = states[name] { return state }
    let info = context.catalog.collections[name]
    let earlier = puts.isEmpty ? 0 : info.flatMap { puts[$0.id] } ?? 0
    let state = CollectionState(name: name, info: info, in: self, earlierPuts: earlier)
    // After the end, a stored state would be a reference cycle.
    if context.isOpen { states[name] = state }
    return state
  }

  /// Discards the state of a collection, because the collection's entry in the catalog changes.
  func forget(_ name: String) {
    if let state = states.removeValue(forKey: name) { release(state) }
  }

  private func release(_ state: CollectionState) {
    state.closeCursor()
    state.settleSum()
    if state.mutations > 0 { mutations[state.name, default: 0] &+= state.mutations }
  }

  /// Returns the number of changes of a collection by this write, including its savepoints.
  func mutationCount(in name: String) -> Int {
    (mutations[name] ?? 0) &+ (states[name]?.mutations ?? 0)
  }

  /// Moves a collection from the shared table to its own table.
  ///
  /// The method closes the shared cursor; the caller must update the state of the collection.
  func separate(_ info: CollectionRuntime) throws(StoreError) -> CollectionRuntime {
    closeSharedCursor()
    let (handle, table) = (context.handle, try StoreTables(context).open(info.id))
    try context.batch.errors(collection: info.name) { () throws(LMDBError) in
      try handle.moveRows(of: info.table.place, to: table)
    }
    let own = info.with(table: table) { $0.sharesTable = false }
    context.update(own)
    return own
  }

  /// Returns a cursor for the rows of a collection in the shared table.
  ///
  /// All collections in the shared table use one LMDB cursor, because each put of LMDB checks every
  /// open cursor of the table.
  func sharedCursor(_ info: CollectionRuntime) throws(StoreError) -> CursorHandle {
    if let sharedCursor { return CursorHandle(sharedCursor, over: info.table.place) }
    let cursor = try storeErrors(collection: info.name) { () throws(LMDBError) in
      try CursorHandle(context.handle, over: info.table.place)
    }
    sharedCursor = cursor
    return cursor
  }

  private func closeSharedCursor() {
    sharedCursor?.close()
    sharedCursor = nil
  }
}

extension WriteSession {
  var states: CollectionStates { participant(CollectionStates.self) }
}
