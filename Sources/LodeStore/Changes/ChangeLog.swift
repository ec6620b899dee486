internal import LodeCoding
internal import LodeLMDB

/// The changes of a write, noted as they happen and netted at its end.
///
/// Invariant: for each key the log holds what it was before the write and what it is now, which is
/// all that the net effect needs.
struct ChangeLog {
  enum Step { case inserted, updated, deleted }

  private struct Key: Hashable {
    let format: KeyFormat
    let bytes: [UInt8]
  }

  private struct Entry {
    /// Whether the key existed before the write, or before the write cleared the collection.
    let existedBefore: Bool
    var existsNow: Bool
  }

  private struct Collection {
    var keys: [Key: Entry] = [:]
    var cleared = false
  }

  private var collections: [String: Collection] = [:]

  mutating func note(_ step: Step, _ key: Span<UInt8>, _ format: KeyFormat, in name: String) {
    let key = Key(format: format, bytes: Array(copying: key))
    let now = step != .deleted
    collections[name, default: Collection()].keys[
      key, default: Entry(existedBefore: step != .inserted, existsNow: now)
    ].existsNow = now
  }

  mutating func noteCleared(_ name: String) {
    collections[name] = Collection(cleared: true)
  }

  /// The net effect.
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
