internal import LodeCoding
internal import LodeLMDB

/// The changes of a write, recorded one by one and reduced to the net effect at the end.
///
/// Invariant: for each changed key, the log records whether the key existed before its first
/// change, and whether the key exists after its last change. Emptying a collection discards the
/// collection's earlier changes.
struct ChangeLog {
  enum Step { case inserted, updated, deleted }

  private struct Key: Hashable {
    let format: KeyFormat
    let bytes: [UInt8]
  }

  private struct Entry {
    /// Whether the key existed before its first recorded change.
    let existedBefore: Bool
    var existsNow: Bool
  }

  private struct Collection {
    /// The keys that changed after the write last cleared the collection.
    var keys: [Key: Entry] = [:]
    /// Whether the write emptied, dropped, or renamed the collection.
    var cleared = false
  }

  private var collections: [String: Collection] = [:]

  /// Records a change of one row.
  mutating func note(_ step: Step, _ key: Span<UInt8>, _ format: KeyFormat, in name: String) {
    let key = Key(format: format, bytes: Array(copying: key))
    let now = step != .deleted
    collections[name, default: Collection()].keys[
      key, default: Entry(existedBefore: step != .inserted, existsNow: now)
    ].existsNow = now
  }

  /// Records that the write emptied, dropped, or renamed a collection, and discards the
  /// collection's earlier changes.
  mutating func noteCleared(_ name: String) {
    collections[name] = Collection(cleared: true)
  }

  /// Returns the net effect of all changes.
  func changeSet(revision: UInt64) -> ChangeSet {
    var result: [String: CollectionChanges] = [:]
    for (name, collection) in collections {
      let changes = Self.net(collection)
      if !changes.isEmpty { result[name] = changes }
    }
    return ChangeSet(revision: revision, collections: result)
  }

  private static func net(_ collection: Collection) -> CollectionChanges {
    var changes = CollectionChanges()
    changes.cleared = collection.cleared
    for (key, entry) in collection.keys {
      let name = RowKey(bytes: key.bytes, format: key.format)
      switch (entry.existedBefore, entry.existsNow) {
      case (false, true): changes.inserted.append(name)
      case (true, true): changes.updated.append(name)
      case (true, false): changes.deleted.append(name)
      case (false, false): break
      }
    }
    changes.inserted.sort()
    changes.updated.sort()
    changes.deleted.sort()
    return changes
  }
}
