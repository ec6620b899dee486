internal import LodeCoding

/// The entries of one batch of an index build, in sorted runs.
///
/// Helper threads sort the runs while the calling thread reads further rows. A run fits into the
/// cache of a processor, and a merge reads each run from its beginning to its end.
struct EntryRuns: ~Copyable {
  private let index: IndexRuntime
  private let usesHelperThreads: Bool
  private var tasks = TasksAhead<EntryRun>()
  private var runs: [EntryRun] = []

  /// The number of entries of a run.
  static let entriesOfRun = 8192
  /// The number of bytes that fill a run with fewer entries.
  static let bytesOfRun = 1 << 20

  init(of index: IndexRuntime, usesHelperThreads: Bool) {
    self.index = index
    self.usesHelperThreads = usesHelperThreads && HelperThreads.count > 0
  }

  /// Moves entries to a new run.
  ///
  /// All entries of a row must be in one run.
  mutating func add(_ entries: inout IndexEntries) throws {
    if entries.places.isEmpty { return }
    let (bytes, places, index) = (entries.bytes.bytes.copied(), entries.places, index)
    entries.removeAll()
    if !usesHelperThreads { return runs.append(EntryRun(bytes.span, places, of: index)) }
    var done: [EntryRun] = []
    _ = try tasks.add({ EntryRun(bytes.span, places, of: index) }) {
      done.append($0)
      return .next
    }
    runs += done
  }

  /// Adds a run.
  mutating func add(_ run: EntryRun) { runs.append(run) }

  /// Returns all runs, and removes the runs.
  mutating func finish() throws -> [EntryRun] {
    var done = runs
    runs = []
    try tasks.finish {
      done.append($0)
      return .next
    }
    return done
  }
}

/// Sorted entries with the values of their rows in the index's table.
struct EntryRun: Sendable {
  /// An entry: the key, followed by the value.
  struct Entry {
    /// The first eight bytes of the key, as a number.
    let head: UInt64
    let start: Int
    /// The offset where the component values end and the row's key begins.
    let partsEnd: Int
    let keyEnd: Int
    let end: Int
    let hasNil: Bool
  }

  private var bytes: [UInt8] = []
  private(set) var entries: [Entry] = []

  /// Sorts entries by key, keeps one of several entries with equal keys, and computes the values.
  init(_ all: Span<UInt8>, _ places: [IndexEntries.Location], of index: IndexRuntime) {
    var order: [(head: UInt64, place: Int)] = []
    order.reserveCapacity(places.count)
    for (number, place) in places.enumerated() {
      order.append((Self.head(of: all.extracting(place.key)), number))
    }
    order.sort {
      if $0.head != $1.head { return $0.head < $1.head }
      let (left, right) = (places[$0.place].key, places[$1.place].key)
      return all.extracting(left).byteOrder(all.extracting(right)) < 0
    }
    entries.reserveCapacity(places.count)
    bytes.reserveCapacity(all.count + places.count * EntryCheck.byteCount)
    var value = KeyBuffer()
    for (head, number) in order {
      let place = places[number]
      let key = all.extracting(place.key)
      if let last = entries.last, last.head == head, self.key(last).byteOrder(key) == 0 { continue }
      let start = bytes.count
      bytes.append(copying: key)
      value.removeAll()
      IndexEntry.append(key: key, carried: all.extracting(place.carried), to: &value)
      TableKey.withForm(of: key) { index.appendCheck(to: &value, for: $0) }
      bytes.append(copying: value.bytes)
      entries.append(
        Entry(
          head: head, start: start, partsEnd: start + place.partsEnd - place.key.lowerBound,
          keyEnd: start + key.count, end: bytes.count, hasNil: place.hasNil))
    }
  }

  /// Returns the key of an entry.
  @_lifetime(borrow self)
  func key(_ entry: Entry) -> Span<UInt8> {
    bytes.span.extracting(entry.start..<entry.keyEnd)
  }

  /// Returns whether the key of an entry is less than the key of an entry of another run.
  func isLess(_ entry: Entry, _ other: Entry, of run: borrowing EntryRun) -> Bool {
    bytes.span.extracting(entry.start..<entry.keyEnd)
      .byteOrder(run.bytes.span.extracting(other.start..<other.keyEnd)) < 0
  }

  /// Returns the component values of an entry.
  @_lifetime(borrow self)
  func parts(_ entry: Entry) -> Span<UInt8> {
    bytes.span.extracting(entry.start..<entry.partsEnd)
  }

  /// Returns the value of an entry: the content with the checksum.
  @_lifetime(borrow self)
  func value(_ entry: Entry) -> Span<UInt8> {
    bytes.span.extracting(entry.keyEnd..<entry.end)
  }

  private static func head(of key: Span<UInt8>) -> UInt64 {
    var head: UInt64 = 0
    for place in 0..<8 { head = head &<< 8 | (place < key.count ? UInt64(key[place]) : 0) }
    return head
  }
}

extension [EntryRun] {
  /// Calls `body` with each entry and its run, in the order of the keys.
  func forEachEntry(_ body: (EntryRun.Entry, EntryRun) throws(StoreError) -> Void)
    throws(StoreError)
  {
    // The index of the next entry of each run.
    var places = [Int](repeating: 0, count: count)
    // A heap of the runs with further entries; the run with the least next entry comes first.
    var heap: [RunHead] = []
    for (run, entries) in self.enumerated() {
      if let first = entries.entries.first { heap.append(RunHead(head: first.head, run: run)) }
    }
    for place in heap.indices.reversed() { sink(heap[place], at: place, in: &heap, places) }
    while let least = heap.first {
      let run = self[least.run]
      let place = places[least.run]
      try body(run.entries[place], run)
      places[least.run] = place + 1
      if place + 1 < run.entries.count {
        let head = run.entries[place + 1].head
        sink(RunHead(head: head, run: least.run), at: 0, in: &heap, places)
      } else {
        let last = heap.removeLast()
        if !heap.isEmpty { sink(last, at: 0, in: &heap, places) }
      }
    }
  }

  /// Puts a run into a heap, at a place or below, so that all runs below have greater entries.
  private func sink(_ item: RunHead, at start: Int, in heap: inout [RunHead], _ places: [Int]) {
    var place = start
    while true {
      var least = 2 * place + 1
      if least >= heap.count { break }
      if least + 1 < heap.count, isLess(heap[least + 1], heap[least], places) { least += 1 }
      if !isLess(heap[least], item, places) { break }
      heap[place] = heap[least]
      place = least
    }
    heap[place] = item
  }

  @inline(__always)
  private func isLess(_ left: RunHead, _ right: RunHead, _ places: [Int]) -> Bool {
    left.head != right.head ? left.head < right.head : isKeyLess(left.run, right.run, places)
  }

  private func isKeyLess(_ left: Int, _ right: Int, _ places: [Int]) -> Bool {
    self[left].isLess(
      self[left].entries[places[left]], self[right].entries[places[right]], of: self[right])
  }
}

/// A run in a heap, with the first bytes of its next key.
private struct RunHead {
  let head: UInt64
  let run: Int
}
