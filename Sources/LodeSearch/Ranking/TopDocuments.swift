/// The best documents so far.
///
/// Documents as good as the worst of them are kept besides, because their keys decide in the end.
struct TopDocuments {
  struct Entry {
    var score: Double
    /// The number of the index.
    var index: Int
    var document: UInt32
  }

  private let capacity: Int
  /// A heap, whose first element has the least score.
  private var heap: [Entry] = []
  private var ties: [Entry] = []

  init(capacity: Int) { self.capacity = max(0, capacity) }

  /// What a document has to reach.
  var threshold: Double {
    heap.count < capacity ? -.infinity : heap.first?.score ?? .infinity
  }

  mutating func add(_ entry: Entry) {
    if heap.count < capacity {
      heap.append(entry)
      siftUp()
    } else if let worst = heap.first, entry.score > worst.score {
      heap[0] = entry
      siftDown()
      if heap[0].score == worst.score { ties.append(worst) } else { ties.removeAll() }
    } else if let worst = heap.first, entry.score == worst.score {
      ties.append(entry)
    }
  }

  /// The documents, best first, with their keys; equally good ones in the order of keys.
  func sorted(_ key: (Entry) throws -> [UInt8]) throws -> [(Entry, key: [UInt8])] {
    let all = (heap + ties).sorted { $0.score > $1.score }
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

  private mutating func siftUp() {
    var child = heap.count - 1
    while child > 0, case let parent = (child - 1) / 2, heap[child].score < heap[parent].score {
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].score < heap[least].score { least = child }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
