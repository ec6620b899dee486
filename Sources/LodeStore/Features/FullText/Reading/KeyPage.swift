/// A page: a table row with the row keys of up to 64 documents.
///
/// A search begins at the last requested key.
struct KeyPage {
  enum Finding {
    case found([UInt8])
    case missing
    case damaged
  }

  let number: UInt32
  let bytes: [UInt8]
  /// The index of the current document in the page, and the offset of the document's key.
  private var document = 0
  private var place = 0

  init(number: UInt32, bytes: [UInt8]) { (self.number, self.bytes) = (number, bytes) }

  /// Returns the key of a document, by the document's index in the page.
  mutating func key(_ wanted: Int) -> Finding {
    if wanted < document { (document, place) = (0, 0) }
    while place < bytes.count {
      var start = place
      guard let count = bytes.span.varint(at: &start), Int(count) <= bytes.count - start else {
        return .damaged
      }
      let end = start + Int(count)
      if document == wanted { return count == 0 ? .missing : .found(Array(bytes[start..<end])) }
      (document, place) = (document + 1, end)
    }
    return .missing
  }
}
