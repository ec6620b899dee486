internal import LodeCoding
internal import LodeLMDB

/// Keeps the segments of an index few, by work in proportion to what is written.
struct SegmentMaintenance {
  /// How many segments of a level are merged into one.
  static let fanIn = 8
  /// The limit of segments after a write, without the segments that a compaction merges.
  static let mostSegments = 64
  /// How many bytes of merging a write owes for each byte of postings: each byte is merged once for
  /// each level.
  private static let bytesPerByte = 8
  /// The factor by which merging work grows above half of the limit.
  ///
  /// It keeps long texts and texts of distinct words from forcing a whole merge into one commit.
  private static let pressure = 4
  /// How many bytes are worth the pages that merging changes.
  private static let leastBytes = 32 << 10

  let table: TokenIndexTable
  /// What is dead and how long documents are.
  let reader: TokenIndexReader
  var state: TokenIndexState

  /// Does the merging work that is due after a segment of the given size was written.
  mutating func run(written: Int) throws(LMDBError) {
    state.beginDue()
    let isPressed = state.looseSegments > Self.mostSegments / 2
    let rate = isPressed ? Self.bytesPerByte * Self.pressure : Self.bytesPerByte
    var owed = min(Int(state.debt) + written * rate, Int(Int32.max))
    if owed >= Self.leastBytes {
      // Not all, or the leftovers of a great merge would keep every other one from going on.
      owed -= try deleteLeftovers(bytes: owed / 2)
      while owed > 0, let merge = smallestMerge {
        owed -= try advance(merge, bytes: owed)
        state.beginDue()
      }
    }
    let isIdle = smallestMerge == nil && state.leftovers.isEmpty
    state.debt = isIdle ? 0 : UInt32(max(owed, 0))
    while state.looseSegments >= Self.mostSegments {
      if smallestMerge == nil { beginAny() }
      guard let merge = smallestMerge else { throw table.damaged() }
      _ = try advance(merge, bytes: .max)
      state.beginDue()
    }
  }

  /// The merge of the fewest documents that belongs to no compaction.
  private var smallestMerge: Int? {
    let first = state.compaction == .merging ? 1 : 0
    return (first..<max(first, state.merges.count)).min { a, b in
      state.documents(of: state.merges[a].inputs).count
        < state.documents(of: state.merges[b].inputs).count
    }
  }

  /// Begins the merge of the neighbours with the fewest documents.
  private mutating func beginAny() {
    let free = state.levels
    let starts = state.segments.indices.dropLast(Self.fanIn - 1).filter { start in
      free[start..<start + Self.fanIn].allSatisfy { $0 != nil }
    }
    let least = starts.min { a, b in
      state.documents(of: a..<a + Self.fanIn).count < state.documents(of: b..<b + Self.fanIn).count
    }
    if let least { _ = state.begin(least..<least + Self.fanIn) }
  }

  /// Goes on with a merge; returns about how many bytes it has read.
  mutating func advance(_ number: Int, bytes: Int) throws(LMDBError) -> Int {
    let merge = state.merges[number]
    let inputs = merge.inputs.map { place in
      SegmentPiece(
        number: state.segments[place].number, documents: state.documents(of: place..<place + 1),
        lower: merge.reached)
    }
    // Only behind all other rows.
    let mode: PutMode = merge.output == state.nextSegment - 1 ? .append : .overwrite
    var work = try SegmentMerging(
      inputs, from: merge.reached, SegmentWriter(table, merge.output, mode: mode), table, reader)
    if let next = try work.run(bytes: bytes) {
      state.merges[number].reached = next
    } else {
      state.finish(number)
    }
    return work.read + Self.fanIn
  }

  /// Deletes rows without meaning; returns about how many bytes were worth the work.
  mutating func deleteLeftovers(bytes: Int) throws(LMDBError) -> Int {
    var (done, gone) = (0, 0)
    while done < bytes, gone < state.leftovers.count {
      if let size = try deleteRow(of: state.leftovers[gone]) {
        done += size / 2
      } else {
        gone += 1
      }
    }
    state.leftovers.removeFirst(gone)
    return done
  }

  /// Deletes a row of a segment; returns its size, or `nil` when there is none.
  private func deleteRow(of number: UInt32) throws(LMDBError) -> Int? {
    let prefix = TokenKey.segment(number)
    guard let size = try rowSize(table.cursor.seek(atLeast: prefix.span), prefix) else {
      return nil
    }
    _ = try table.cursor.deleteCurrent()
    return size
  }

  private func rowSize(_ row: borrowing Entry?, _ prefix: [UInt8]) -> Int? {
    guard let row = copy row, row.key.starts(with: prefix.span) else { return nil }
    return row.key.count + row.value.count
  }
}

extension TokenIndexState {
  /// How many segments there are beside those that a compaction merges.
  fileprivate var looseSegments: Int {
    compaction == .merging ? segments.count - merges[0].inputs.count : segments.count
  }

  /// The levels of the segments; `nil` for those that are being merged.
  fileprivate var levels: [Int?] {
    var levels: [Int?] = []
    for place in segments.indices {
      let count = UInt32(documents(of: place..<place + 1).count)
      levels.append((31 - count.leadingZeroBitCount) / 3)
    }
    for merge in merges {
      for place in merge.inputs { levels[place] = nil }
    }
    return levels
  }

  /// Begins the merges that are due.
  mutating func beginDue() {
    while let inputs = dueMerge, begin(inputs) {}
  }

  /// The segments of the lowest level of which there are enough, with nothing of a higher level
  /// between them.
  fileprivate var dueMerge: Range<Int>? {
    let levels = levels
    for level in 0...10 {
      var found: [Int] = []
      for (place, other) in levels.enumerated() {
        guard let other, other <= level else {
          found = []
          continue
        }
        if other == level { found.append(place) }
        if found.count == SegmentMaintenance.fanIn { return found[0]..<place + 1 }
      }
    }
    return nil
  }

  /// Begins to merge segments; `false` when there are no more numbers.
  mutating func begin(_ inputs: Range<Int>) -> Bool {
    guard let output = takeSegmentNumber() else { return false }
    let place = merges.firstIndex { $0.inputs.lowerBound > inputs.lowerBound } ?? merges.count
    merges.insert(SegmentMerge(inputs: inputs, output: output, reached: []), at: place)
    return true
  }
}
