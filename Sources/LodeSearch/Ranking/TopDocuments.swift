internal import HeapModule

/// The best documents so far.
///
/// Documents as good as the worst of them are kept besides, because their keys decide in the end.
struct TopDocuments {
  /// A document, compared by its score alone.
  struct Entry: Comparable {
    var score: Double
    /// The number of the index.
    var index: Int
    var document: UInt32

    static func == (a: Entry, b: Entry) -> Bool { a.score == b.score }
    static func < (a: Entry, b: Entry) -> Bool { a.score < b.score }
  }

  private let capacity: Int
  private let key: (Entry) throws -> [UInt8]
  private var heap = Heap<Entry>()
  /// Documents as good as the worst in the heap; some of them when there are many, those with the
  /// lowest keys.
  private var ties: [Entry] = []
  private var mostTies: Int { 2 * min(capacity, 1 << 40) + 1_024 }

  /// - Parameter key: tells the key of a document's row.
  init(capacity: Int, key: @escaping (Entry) throws -> [UInt8]) {
    self.capacity = max(0, capacity)
    self.key = key
  }

  /// What a document has to reach.
  var threshold: Double {
    heap.count < capacity ? -.infinity : heap.min?.score ?? .infinity
  }

  mutating func add(_ entry: Entry) throws {
    if heap.count < capacity { return heap.insert(entry) }
    guard let worst = heap.min, entry >= worst else { return }
    if entry == worst { return try addTie(entry) }
    heap.replaceMin(with: entry)
    if heap.min == worst { try addTie(worst) } else { ties.removeAll() }
  }

  private mutating func addTie(_ entry: Entry) throws {
    ties.append(entry)
    // More than are asked for are never needed.
    if ties.count == mostTies { ties = try byKey(ties).prefix(capacity).map(\.0) }
  }

  /// The documents, best first, with their keys; equally good ones in the order of keys.
  func sorted() throws -> [(Entry, key: [UInt8])] {
    let all = (heap.unordered + ties).sorted { $0.score > $1.score }
    var result: [(Entry, key: [UInt8])] = []
    var start = 0
    while start < all.count, result.count < capacity {
      var end = start + 1
      while end < all.count, all[end].score == all[start].score { end += 1 }
      result += try byKey(all[start..<end]).prefix(capacity - result.count)
      start = end
    }
    return result
  }

  private func byKey(_ entries: some Sequence<Entry>) throws -> [(Entry, key: [UInt8])] {
    try entries.map { ($0, try key($0)) }.sorted { a, b in
      a.key == b.key ? a.0.index < b.0.index : a.key.lexicographicallyPrecedes(b.key)
    }
  }
}
