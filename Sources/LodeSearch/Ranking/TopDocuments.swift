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
  private let keys: ([Entry]) throws -> [[UInt8]]
  private var heap = Heap<Entry>()
  /// Further documents whose score equals the lowest score in the heap, in no order.
  private var ties: [Entry] = []
  /// The number of ties at which the list discards all ties except the ties with the lowest keys.
  private var mostTies: Int { 2 * min(capacity, 1 << 40) + 1_024 }

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of results.
  ///   - keys: Returns the keys of the documents' rows.
  init(capacity: Int, keys: @escaping ([Entry]) throws -> [[UInt8]]) {
    self.capacity = max(0, capacity)
    self.keys = keys
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
    if ties.count == mostTies { ties = try sorted(ties).map(\.0) }
  }

  /// Returns the documents with their keys, highest score first.
  ///
  /// Documents with equal scores are in key order.
  func sorted() throws -> [(Entry, key: [UInt8])] { try sorted(heap.unordered + ties) }

  private func sorted(_ entries: [Entry]) throws -> [(Entry, key: [UInt8])] {
    let keys = try keys(entries)
    let order = entries.indices.sorted { a, b in
      let (first, second) = (entries[a], entries[b])
      if first.score != second.score { return first.score > second.score }
      return keys[a] == keys[b]
        ? first.index < second.index : keys[a].lexicographicallyPrecedes(keys[b])
    }
    return order.prefix(capacity).map { (entries[$0], keys[$0]) }
  }
}
