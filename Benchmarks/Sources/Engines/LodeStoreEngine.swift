public import BenchHarness
internal import LodeCoding
internal import LodeStore

/// The store, with raw keys and values of bytes: every row with its checksum and revision.
final class LodeStoreEngine: Engine {
  private let store: Store
  private static let collection = "rows"

  init(_ directory: String, compression: Compression) throws {
    var options = StoreOptions()
    options.compression = compression
    options.mapSize = mapSize
    store = try Store(directory, options: options)
  }

  func load(_ rows: Rows, batch: Int, ascending: Bool) throws -> Duration {
    var commits = Duration.zero
    for start in stride(from: 0, to: rows.count, by: min(batch, max(rows.count, 1))) {
      let end = rows.count - start < batch ? rows.count : start + batch
      let written = try store.write { transaction in
        let collection = transaction[Self.collection]
        for index in start..<end {
          if ascending {
            try collection.append(LentValue(rows, index), forKey: LentKey(rows, index))
          } else {
            try collection.put(LentValue(rows, index), forKey: LentKey(rows, index))
          }
        }
        return ContinuousClock.now
      }
      commits += ContinuousClock.now - written
    }
    return commits
  }

  func get(_ keys: Rows, lane: Int) throws -> Digest {
    try store.read { transaction in
      var digest = Digest()
      let collection = transaction[Self.collection]
      for index in 0..<keys.count {
        _ = try collection.withBytes(LentKey(keys, index)) { digest.add($0) }
      }
      return digest
    }
  }

  func getBatches(_ keys: Rows, of size: Int) throws -> Digest {
    try store.read { transaction in
      var digest = Digest()
      let collection = transaction[Self.collection]
      for start in stride(from: 0, to: keys.count, by: size) {
        let batch = (start..<min(start + size, keys.count)).lazy.map { LentKey(keys, $0) }
        try collection.forEach(keys: batch) { content in
          if let content { digest.add(content.bytes) }
        }
      }
      return digest
    }
  }

  func getEach(_ keys: Rows) throws -> Digest {
    var digest = Digest()
    for index in 0..<keys.count {
      _ = try store.read { transaction in
        try transaction[Self.collection].withBytes(LentKey(keys, index)) { digest.add($0) }
      }
    }
    return digest
  }

  func scan(reverse: Bool) throws -> Digest {
    try store.read { transaction in
      var digest = Digest()
      try transaction[Self.collection].forEach(reversed: reverse) { digest.add($0.bytes) }
      return digest
    }
  }

  func ranges(from starts: Rows, length: Int) throws -> Digest {
    try store.read { transaction in
      var digest = Digest()
      let collection = transaction[Self.collection]
      for index in 0..<starts.count {
        let range = KeyRange(lower: .included(RawKey(starts.key(index)).bytes))
        try collection.forEach(range, limit: length) { digest.add($0.bytes) }
      }
      return digest
    }
  }

  func delete(_ keys: Rows) throws -> Int {
    try store.write { transaction in
      var count = 0
      let collection = transaction[Self.collection]
      for index in 0..<keys.count {
        if try collection.delete(LentKey(keys, index)) { count += 1 }
      }
      return count
    }
  }

  func matches(_ rows: Rows) throws -> Int {
    try store.read { transaction in
      var count = 0
      let collection = transaction[Self.collection]
      for index in 0..<rows.count {
        let isEqual = try collection.withBytes(LentKey(rows, index)) {
          rows.value(index, equals: $0)
        }
        if isEqual == true { count += 1 }
      }
      return count
    }
  }

  func write(_ rows: Rows, writers: Int) async throws {
    if writers == 1 { return try writeAlone(rows) }
    try await onTasks(rows, writers) { [store] share in
      for index in 0..<share.count {
        try await store.write { transaction in
          _ = try transaction[Self.collection].put(
            LentValue(share, index), forKey: LentKey(share, index))
        }
      }
    }
  }

  private func writeAlone(_ rows: Rows) throws {
    for index in 0..<rows.count {
      try store.write { transaction in
        _ = try transaction[Self.collection].put(
          LentValue(rows, index), forKey: LentKey(rows, index))
      }
    }
  }

  func compact(into directory: String) throws {
    try store.copy(to: directory, compacting: true)
  }

  func close() { store.close() }
}

/// A key that lies in an arena: lent to the store, not copied.
private struct LentKey: KeyConvertible {
  let rows: Rows
  let index: Int

  init(_ rows: Rows, _ index: Int) {
    self.rows = rows
    self.index = index
  }

  var keyFormat: KeyFormat { .raw }

  func encodeKey(into buffer: inout KeyBuffer) {
    let rows = rows
    let key = rows.key(index)
    buffer.append(key)
  }

  func withKeyBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    let rows = rows
    let key = rows.key(index)
    return try body(key)
  }
}

/// A value that lies in an arena: lent to the store, not copied.
private struct LentValue: StoredValue {
  let rows: Rows
  let index: Int

  init(_ rows: Rows, _ index: Int) {
    self.rows = rows
    self.index = index
  }

  static var valueType: ValueType { .bytes }

  func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    let rows = rows
    let value = rows.value(index)
    return try body(value)
  }

  init(valueBytes: Span<UInt8>) {
    var builder = RowBuilder()
    builder.append(key: [], value: valueBytes.copied())
    self.init(builder.rows(), 0)
  }
}

extension Peer {
  /// The store.
  public static let lodeStore = Peer(
    name: "lode-store",
    about: "LodeStore: raw keys, bytes, checksum on every read, durability full, grouped commits",
    groupsCommits: true
  ) { directory, _ in
    // The aims are those of bytes in and out, beside peers that do not compress.
    try LodeStoreEngine(directory, compression: .off)
  }

  /// The store as it is opened by default.
  public static let lodeStoreCompressed = Peer(
    name: "lode-store-compressed",
    about: "LodeStore, compressed: as above, with zstd and a dictionary trained on the way",
    groupsCommits: true
  ) { directory, _ in
    try LodeStoreEngine(directory, compression: .automatic)
  }
}
