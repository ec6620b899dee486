/// The previous payload, to check that payloads are sorted by their bytes without duplicates.
@usableFromInline
struct PayloadOrder {
  private var last: Range<Int>?

  @usableFromInline init() {}

  /// Checks the payload at the cursor; `fixedSize` is zero if a length precedes the payload.
  ///
  /// Throws `notCanonical` if the payload does not sort after the previous payload.
  @usableFromInline
  mutating func check(_ cursor: borrowing ByteCursor, fixedSize: Int) throws(ArchiveError) {
    var rest = copy cursor
    let length = fixedSize > 0 ? fixedSize : Int(try rest.varint())
    let start = try rest.take(length)
    let payload = start..<start + length
    if let last {
      let order = cursor.bytes.extracting(last).byteOrder(cursor.bytes.extracting(payload))
      guard order < 0 else {
        throw ArchiveError(
          .notCanonical, at: cursor.position, "elements are not sorted by their bytes")
      }
    }
    last = payload
  }
}
