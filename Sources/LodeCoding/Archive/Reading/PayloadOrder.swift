/// A check that payloads are sorted by their bytes without duplicates.
@usableFromInline
struct PayloadOrder {
  var last: Range<Int>?

  @usableFromInline init() {}
}

extension ArchiveReader {
  /// Begins the elements of an array or a set and returns their number; `leave()` ends the
  /// elements.
  @usableFromInline
  mutating func beginElements(fixedSize: Int) throws(ArchiveError) -> Int {
    try enter()
    if fixedSize == 0 { return try takeCount(atLeast: 1) }
    let (elements, rest) = count.quotientAndRemainder(dividingBy: fixedSize)
    guard rest == 0 else {
      throw ArchiveError(
        .truncated, at: cursor.position, "\(count) bytes are no elements of \(fixedSize)")
    }
    try checkCount(elements)
    return elements
  }

  /// Checks the next payload without consuming it.
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
        throw ArchiveError(.notCanonical, at: place, "elements are not in the order of their bytes")
      }
    }
    order.last = payload
  }

  /// Returns the error for bytes that are not a valid value of their type.
  @usableFromInline
  func invalidValue(_ message: String) -> ArchiveError {
    ArchiveError(.invalidValue, at: cursor.position, message)
  }
}
