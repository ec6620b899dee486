internal import HeapModule

/// The list of the highest-ranked documents.
///
/// The list also contains further documents with the lowest score, because the order of the keys
/// decides which of these documents are results.
struct TopDocuments {
  /// A document with its score.
  ///
  /// Entries compare by score.
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
  /// Further documents whose score equals the lowest score in the heap, in no order.
  private var ties: [Entry] = []
  /// The number of ties at which the list discards all ties except the ties with the lowest keys.
  private var mostTies: Int { 2 * min(capacity, 1 << 40) + 1_024 }

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of results.
  ///   - key: Returns the key of a document's row.
  init(capacity: Int, key: @escaping (Entry) throws -> [UInt8]) {
    self.capacity = max(0, capacity)
    self.key = key
  }

  /// The lowest score with which a further document can be a result.
  var threshold: Double {
    heap.count < capacity ? -.infinity : heap.min?.score ?? .infinity
  }

  /// Adds a document, unless the score is below `threshold`.
  mutating func add(_ entry: Entry) throws {
    if heap.count < capacity { return heap.insert(entry) }
    guard let worst = heap.min, entry >= worst else { return }
    if entry == worst { return try addTie(entry) }
    heap.replaceMin(with: entry)
    if heap.min == worst { try addTie(worst) } else { ties.removeAll() }
  }

  private mutating func addTie(_ entry: Entry) throws {
    ties.append(entry)
    // The results contain at most `capacity` ties.
    if ties.count == mostTies { ties = try byKey(ties).prefix(capacity).map(\.0) }
  }

  /// Returns the documents with their keys, highest score first.
  ///
  /// Documents with equal scores are in key order.
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
    var all: [(Entry, key: [UInt8])] = []
    for entry in entries { all.append((entry, try key(entry))) }
    return all.sorted { a, b in
      a.key == b.key ? a.0.index < b.0.index : a.key.lexicographicallyPrecedes(b.key)
    }
  }
}
