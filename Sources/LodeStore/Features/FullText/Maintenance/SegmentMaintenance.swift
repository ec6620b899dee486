internal import LodeCoding
internal import LodeLMDB

/// The merging of segments, which keeps the number of segments small.
///
/// Each write merges bytes in proportion to the size of the postings that the write adds.
struct SegmentMaintenance {
  /// The number of segments of one level that a merge joins.
  static let fanIn = 8
  /// The number of segments that each write stays below, without the segments that a compaction
  /// merges.
  static let mostSegments = 64
  /// The number of bytes to merge for each written byte of postings.
  private static let bytesPerByte = 8
  /// The factor that increases merging if more than half of `mostSegments` exist.
  ///
  /// Without the factor, a single commit can have to perform a whole merge.
  private static let pressure = 4
  /// The minimum number of bytes to merge in one write.
  ///
  /// Fewer bytes wait for a later write.
  private static let leastBytes = 32 << 10

  let table: TokenIndexTable
  /// The reader of the dead documents (of changed and deleted rows) and of document lengths.
  let reader: TokenIndexReader
  var state: TokenIndexState

  /// Performs the merging that is due after the write of a segment with the given size.
  mutating func run(written: Int) throws(LMDBError) {
    state.beginDue()
    let isPressed = state.looseSegments > Self.mostSegments / 2
    let rate = isPressed ? Self.bytesPerByte * Self.pressure : Self.bytesPerByte
    var owed = min(Int(state.debt) + written * rate, Int(Int32.max))
    if owed >= Self.leastBytes {
      // Deleting the rows of finished merges takes at most half of the work, so that merges
      // continue.
      owed -= try deleteLeftovers(bytes: owed / 2)
      while owed > 0, let merge = smallestMerge {
        owed -= try advance(merge, bytes: owed)
        state.beginDue()
      }
    }
    let isIdle = smallestMerge == nil && state.retired.isEmpty
    state.debt = isIdle ? 0 : UInt32(max(owed, 0))
    while state.looseSegments >= Self.mostSegments {
      if smallestMerge == nil { beginAny() }
      guard let merge = smallestMerge else { throw table.damaged() }
      _ = try advance(merge, bytes: .max)
      state.beginDue()
    }
  }

  /// The index of the merge with the fewest documents, excluding the merge of a compaction.
  private var smallestMerge: Int? {
    let first = state.compaction == .merging ? 1 : 0
    return (first..<max(first, state.merges.count)).min { a, b in
      state.documents(of: state.merges[a].inputs).count
        < state.documents(of: state.merges[b].inputs).count
    }
  }

  /// Begins the merge of the adjacent segments with the fewest documents.
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

  /// Continues a merge, and returns the approximate number of bytes that the call has read.
  mutating func advance(_ number: Int, bytes: Int) throws(LMDBError) -> Int {
    let merge = state.merges[number]
    let inputs = merge.inputs.map { place in
      SegmentPiece(
        number: state.segments[place].number, documents: state.documents(of: place..<place + 1),
        lower: merge.reached)
    }
    // Appending requires the highest segment number.
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

  /// Deletes rows of merged segments, and returns the approximate cost in bytes.
  mutating func deleteLeftovers(bytes: Int) throws(LMDBError) -> Int {
    var (done, gone) = (0, 0)
    while done < bytes, gone < state.retired.count {
      if let size = try deleteRow(of: state.retired[gone]) {
        done += size / 2
      } else {
        gone += 1
      }
    }
    state.retired.removeFirst(gone)
    return done
  }

  /// Deletes a row of a segment; returns the row's size, or `nil` if no row remains.
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
  /// The number of segments, excluding segments that a compaction merges.
  fileprivate var looseSegments: Int {
    compaction == .merging ? segments.count - merges[0].inputs.count : segments.count
  }

  /// The level of each segment; `nil` for segments of a merge in progress.
  ///
  /// A level is the base-8 logarithm of the segment's number of documents, rounded down.
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

  /// The next segments to merge: `fanIn` segments of the lowest possible level, without a segment
  /// of a higher level between them.
  fileprivate var dueMerge: Range<Int>? {
    if segments.count < SegmentMaintenance.fanIn { return nil }
    let levels = levels
    for level in 0...(levels.lazy.compactMap(\.self).max() ?? 0) {
      var (first, count) = (0, 0)
      for (place, other) in levels.enumerated() {
        guard let other, other <= level else {
          count = 0
          continue
        }
        if other < level { continue }
        if count == 0 { first = place }
        count += 1
        if count == SegmentMaintenance.fanIn { return first..<place + 1 }
      }
    }
    return nil
  }

  /// Begins a merge; returns `false` if all segment numbers are used.
  mutating func begin(_ inputs: Range<Int>) -> Bool {
    guard let output = takeSegmentNumber() else { return false }
    let place = merges.firstIndex { $0.inputs.lowerBound > inputs.lowerBound } ?? merges.count
    merges.insert(SegmentMerge(inputs: inputs, output: output, reached: []), at: place)
    return true
  }
}
