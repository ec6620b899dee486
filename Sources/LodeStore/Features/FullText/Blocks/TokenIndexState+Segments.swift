extension TokenIndexState {
  /// The pieces that together contain all postings, ordered by document.
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

  /// Returns the range of documents of adjacent segments.
  func documents(of places: Range<Int>) -> Range<UInt32> {
    let start = places.lowerBound == 0 ? 0 : segments[places.lowerBound - 1].end
    return start..<segments[places.upperBound - 1].end
  }

  /// Extends the last segment by new documents without words.
  ///
  /// Returns `false` if no segment exists, or if a merge reads the last segment.
  mutating func widenLastSegment() -> Bool {
    let last = segments.count - 1
    if last < 0 || merges.contains(where: { $0.inputs.contains(last) }) { return false }
    segments[last].end = next
    return true
  }

  /// Allocates a segment number; returns `nil` if all numbers are used.
  mutating func takeSegmentNumber() -> UInt32? {
    if nextSegment == .max { return nil }
    defer { nextSegment += 1 }
    return nextSegment
  }

  /// Completes a merge that has reached the end of its segments.
  mutating func finish(_ merge: Int) {
    let done = merges.remove(at: merge)
    if merge == 0 && compaction == .merging { compaction = .takingOut }
    retired += segments[done.inputs].map(\.number)
    let end = segments[done.inputs.upperBound - 1].end
    segments.replaceSubrange(done.inputs, with: [TokenSegment(number: done.output, end: end)])
    let fewer = done.inputs.count - 1
    for later in merge..<merges.count {
      let inputs = merges[later].inputs
      merges[later].inputs = inputs.lowerBound - fewer..<inputs.upperBound - fewer
    }
  }
}
