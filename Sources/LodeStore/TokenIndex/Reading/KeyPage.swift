internal import LodeCoding

/// The keys of the rows of 64 documents, looked through from the last one that was asked for.
struct KeyPage {
  enum Finding {
    case found([UInt8])
    case missing
    case damaged
  }

  let number: UInt32
  let bytes: [UInt8]
  /// A document, by its place in the page, and where its key begins.
  private var document = 0
  private var place = 0

  init(number: UInt32, bytes: [UInt8]) { (self.number, self.bytes) = (number, bytes) }

  /// The key of a document, by its place in the page.
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
