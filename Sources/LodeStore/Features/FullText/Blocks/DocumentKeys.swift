/// The ranges of the row keys in a page: a table row with the keys of up to 64 documents.
///
/// The range of a document without a key is empty.
struct DocumentKeys {
  private(set) var ranges: [Range<Int>] = []

  /// Decodes a page; `nil` if the bytes are damaged.
  init?(_ bytes: Span<UInt8>) {
    var place = 0
    ranges.reserveCapacity(Int(TokenKey.keysPerPage))
    while place < bytes.count {
      guard let count = bytes.varint(at: &place), Int(count) <= bytes.count - place else {
        return nil
      }
      ranges.append(place..<place + Int(count))
      place += Int(count)
    }
    if ranges.count > Int(TokenKey.keysPerPage) { return nil }
  }
}
