internal import LodeCoding

// Searching in texts with a folding.
extension TextFolding {
  func begins(_ text: String, with prefix: String) -> Bool {
    folded(text).starts(with: folded(prefix))
  }

  func ends(_ text: String, with suffix: String) -> Bool {
    let (text, suffix) = (folded(text), folded(suffix))
    return text.suffix(suffix.count).elementsEqual(suffix)
  }

  /// Returns whether a text, an array, or a set contains a value, or `nil` for other values.
  func contains(_ value: ArchiveValue, _ wanted: ArchiveValue) -> Bool? {
    switch value.untyped {
    case .string(let text):
      guard let part = wanted.reading(as: .text)?.string else { return nil }
      return folded(text).span.contains(folded(part).span)
    case .array(let values): return values.contains { Self.isSame($0, wanted) }
    case .set(let values): return values.contains { Self.isSame($0, wanted) }
    default: return nil
    }
  }

  private static func isSame(_ element: ArchiveValue, _ wanted: ArchiveValue) -> Bool {
    Comparison.equal.holds(Relation(element, wanted, isGiven: (false, true))) == true
  }
}

extension Span<UInt8> {
  /// Returns whether the span contains a sequence of bytes.
  func contains(_ part: Span<UInt8>) -> Bool {
    if part.isEmpty { return true }
    if part.count > count { return false }
    let first = part[0]
    for place in 0...count - part.count where self[place] == first {
      if extracting(place..<place + part.count).byteOrder(part) == 0 { return true }
    }
    return false
  }
}
