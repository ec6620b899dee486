extension KeyReader {
  /// Checks one element of any type and advances past the element.
  mutating func skip() throws(KeyError) {
    switch try peek() {
    case KeyCode.string:
      offset += 1
      let start = offset
      var ahead = self
      let content = try ahead.escapedRange()
      if mask == 0 && !content.hasZero {
        guard bytes.extracting(content.range).isUTF8 else { throw Self.notUTF8(at: start) }
        offset = ahead.offset
      } else {
        _ = try string()
      }
    case KeyCode.bytes:
      offset += 1
      _ = try escapedRange()
    case KeyCode.tuple:
      offset += 1
      try tuple { (inner) throws(KeyError) in try inner.skip() }
    case KeyCode.descending:
      offset += 1
      try descending { (inner) throws(KeyError) in try inner.skip() }
    default:
      _ = try read(KeyComponent.self)
    }
  }
}
