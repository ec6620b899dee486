internal import LodeCoding

/// A segment of a token index: the postings of a range of documents.
struct TokenSegment: Hashable {
  /// What its rows have in their keys.
  var number: UInt32
  /// The number behind its last document; it begins where the segment before ends.
  var end: UInt32
}

/// The merge of neighbouring segments into one.
struct SegmentMerge: Hashable {
  /// Their places in the list of segments.
  var inputs: Range<Int>
  /// The number of the segment that is written.
  var output: UInt32
  /// Terms before this one are in that segment, and all others in those that are merged.
  var reached: [UInt8]
}

/// A segment, or what counts of it while it is merged.
struct SegmentPiece: Hashable {
  let number: UInt32
  /// The documents.
  let documents: Range<UInt32>
  /// The first term that counts.
  var lower: [UInt8] = []
  /// The term from which on nothing counts.
  var upper: [UInt8]?

  /// Whether the postings of a term are here, if anywhere in these documents.
  func has(_ term: Span<UInt8>) -> Bool {
    if !lower.isEmpty {
      let lower = lower
      if term.byteOrder(lower.span) < 0 { return false }
    }
    guard let upper else { return true }
    return term.byteOrder(upper.span) < 0
  }
}

extension TokenIndexState {
  /// What is to be read for postings, in the order of documents.
  var pieces: [SegmentPiece] {
    var pieces: [SegmentPiece] = []
    var merges = merges[...]
    for place in segments.indices {
      var piece = SegmentPiece(
        number: segments[place].number, documents: documents(of: place..<place + 1))
      if let merge = merges.first, merge.inputs.contains(place) {
        if place == merge.inputs.lowerBound {
          pieces.append(
            SegmentPiece(
              number: merge.output, documents: documents(of: merge.inputs), upper: merge.reached))
        }
        piece.lower = merge.reached
        if place == merge.inputs.upperBound - 1 { merges.removeFirst() }
      }
      pieces.append(piece)
    }
    return pieces
  }

  /// The documents of neighbouring segments.
  func documents(of places: Range<Int>) -> Range<UInt32> {
    let start = places.lowerBound == 0 ? 0 : segments[places.lowerBound - 1].end
    return start..<segments[places.upperBound - 1].end
  }

  /// Lets documents without words belong to the last segment; `false` when there is none, or it is
  /// being merged.
  mutating func widenLastSegment() -> Bool {
    let last = segments.count - 1
    if last < 0 || merges.contains(where: { $0.inputs.contains(last) }) { return false }
    segments[last].end = next
    return true
  }

  /// Takes a number for a segment; `nil` when there are no more.
  mutating func takeSegmentNumber() -> UInt32? {
    if nextSegment == .max { return nil }
    defer { nextSegment += 1 }
    return nextSegment
  }

  /// Ends a merge whose segment has all terms.
  mutating func finish(_ merge: Int) {
    let done = merges.remove(at: merge)
    if merge == 0 && compaction == .merging { compaction = .takingOut }
    leftovers += segments[done.inputs].map(\.number)
    let end = segments[done.inputs.upperBound - 1].end
    segments.replaceSubrange(done.inputs, with: [TokenSegment(number: done.output, end: end)])
    let fewer = done.inputs.count - 1
    for later in merge..<merges.count {
      let inputs = merges[later].inputs
      merges[later].inputs = inputs.lowerBound - fewer..<inputs.upperBound - fewer
    }
  }
}
