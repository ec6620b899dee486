internal import LodeCoding

/// The changes of a write or savepoint, recorded one by one and reduced to the net effect at the
/// end.
struct WriteChanges {
  enum Step { case inserted, updated, deleted }

  private var collections: [KeyChanges] = []
  /// The position of each collection in `collections`.
  private var positions: [String: Int] = [:]
  /// The position of the collection of the last change.
  private var current = 0

  /// Records a change of one row.
  mutating func note(_ step: Step, _ key: Span<UInt8>, _ format: KeyFormat, in name: String) {
    select(name)
    collections[current].note(step, key, format)
  }

  /// Records that the write emptied, dropped, or renamed a collection with the given keys.
  ///
  /// - Parameter keys: The keys of the deleted rows; `nil` if damage prevents reading the keys.
  mutating func noteCleared(_ name: String, _ keys: [RowKey]?) {
    select(name)
    collections[current].noteCleared(keys)
  }

  /// Records that the write deleted a row whose key cannot be read.
  mutating func noteUnknownKey(in name: String) {
    select(name)
    collections[current].noteUnknownKey()
  }

  /// Adds the changes of a completed savepoint.
  mutating func append(_ later: WriteChanges) {
    for changes in later.collections {
      select(changes.collection)
      collections[current].append(changes)
    }
  }

  /// Makes the collection with a name the current collection.
  private mutating func select(_ name: String) {
    if current < collections.count, collections[current].collection == name { return }
    if let position = positions[name] {
      current = position
      return
    }
    current = collections.count
    positions[name] = current
    collections.append(KeyChanges(name))
  }

  /// Returns the net changes of the collections that changed, in the order of their names' bytes.
  mutating func settled() -> [KeyChanges] {
    for position in collections.indices { collections[position].settle() }
    return collections.filter { !$0.isEmpty }.sorted {
      $0.collection.utf8.lexicographicallyPrecedes($1.collection.utf8)
    }
  }
}
