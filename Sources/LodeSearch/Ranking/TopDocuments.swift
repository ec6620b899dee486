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
  private var heap = Heap<Entry>()
  private var ties: [Entry] = []

  init(capacity: Int) { self.capacity = max(0, capacity) }

  /// What a document has to reach.
  var threshold: Double {
    heap.count < capacity ? -.infinity : heap.min?.score ?? .infinity
  }

  mutating func add(_ entry: Entry) {
    if heap.count < capacity { return heap.insert(entry) }
    guard let worst = heap.min, entry >= worst else { return }
    if entry == worst { return ties.append(entry) }
    heap.replaceMin(with: entry)
    if heap.min == worst { ties.append(worst) } else { ties.removeAll() }
  }

  /// The documents, best first, with their keys; equally good ones in the order of keys.
  func sorted(_ key: (Entry) throws -> [UInt8]) throws -> [(Entry, key: [UInt8])] {
    let all = (heap.unordered + ties).sorted { $0.score > $1.score }
    var result: [(Entry, key: [UInt8])] = []
    var start = 0
    while start < all.count, result.count < capacity {
      var end = start + 1
      while end < all.count, all[end].score == all[start].score { end += 1 }
      var group: [(Entry, key: [UInt8])] = []
      for entry in all[start..<end] { group.append((entry, try key(entry))) }
      group.sort { a, b in
        a.key == b.key ? a.0.index < b.0.index : a.key.lexicographicallyPrecedes(b.key)
      }
      result += group.prefix(capacity - result.count)
      start = end
    }
    return result
  }
}
