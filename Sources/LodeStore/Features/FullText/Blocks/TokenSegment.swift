internal import LodeCoding

/// A segment of a full-text index: the postings of a range of documents.
struct TokenSegment: Hashable {
  /// The number in the keys of the segment's rows.
  var number: UInt32
  /// The end of the range of documents.
  ///
  /// The range begins at the end of the previous segment.
  var end: UInt32
}

/// The merge of adjacent segments into one segment.
struct SegmentMerge: Hashable {
  /// The range of the merged segments in the list of segments.
  var inputs: Range<Int>
  /// The number of the merged segment.
  var output: UInt32
  /// The first remaining term.
  ///
  /// The merged segment contains all earlier terms.
  var reached: [UInt8]
}

/// A segment, or the part of a segment with the terms in a range.
///
/// During a merge, the new segment supplies the earlier terms, and the merged segments supply the
/// later terms.
struct SegmentPiece: Hashable {
  let number: UInt32
  let documents: Range<UInt32>
  /// The first valid term.
  var lower: [UInt8] = []
  /// The end of the valid terms; `nil` if all later terms are valid.
  var upper: [UInt8]?

  /// Returns whether the piece supplies the postings of a term.
  func has(_ term: Span<UInt8>) -> Bool {
    if !lower.isEmpty {
      let lower = lower
      if term.byteOrder(lower.span) < 0 { return false }
    }
    guard let upper else { return true }
    return term.byteOrder(upper.span) < 0
  }
}
