/// The previous payload, to check that payloads are sorted by their bytes without duplicates.
@usableFromInline
struct PayloadOrder {
  var last: Range<Int>?

  @usableFromInline init() {}
}

extension ArchiveReader {
  /// Begins the elements of an array or a set, which `leave()` ends, and returns their number.
  @usableFromInline
  mutating func beginElements(fixedSize: Int) throws(ArchiveError) -> Int {
    try enter()
    if fixedSize == 0 { return try takeCount(atLeast: 1) }
    let (elements, rest) = count.quotientAndRemainder(dividingBy: fixedSize)
    guard rest == 0 else {
      throw ArchiveError(
        .truncated, at: cursor.position,
        "\(count) bytes are not a multiple of the element size, \(fixedSize)")
    }
    try checkCount(elements)
    return elements
  }

  /// Checks the next payload without consuming it; `fixedSize` is zero if a length precedes the
  /// payload.
  ///
  /// Throws `notCanonical` if the payload does not sort after the previous payload.
  @usableFromInline
  mutating func check(_ order: inout PayloadOrder, fixedSize: Int) throws(ArchiveError) {
    let place = cursor.position
    let length = fixedSize > 0 ? fixedSize : Int(try cursor.varint())
    let start = try cursor.take(length)
    cursor.position = place
    let payload = start..<start + length
    if let last = order.last {
      let order = cursor.bytes.extracting(last).byteOrder(cursor.bytes.extracting(payload))
      guard order < 0 else {
        throw ArchiveError(.notCanonical, at: place, "elements are not sorted by their bytes")
      }
    }
    order.last = payload
  }

  /// Returns an error with the code `invalidValue` at the reader's position.
  @usableFromInline
  func invalidValue(_ message: String) -> ArchiveError {
    ArchiveError(.invalidValue, at: cursor.position, message)
  }
}
