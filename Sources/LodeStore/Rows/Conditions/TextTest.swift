internal import LodeCoding

/// A test of texts, with folded texts to find.
enum TextTest {
  case like(LikePattern)
  case beginsWith([UInt8], TextFolding)
  case endsWith([UInt8], TextFolding)
  /// A test for an element, with the element as folded text, the element, and the folding.
  ///
  /// The folded text is `nil` if the element is neither a text nor a number. Tests of arrays and
  /// sets use the element without folding.
  case contains([UInt8]?, ArchiveValue, TextFolding)
  case matches(TextExpression)

  /// Evaluates the test on a row's value, and returns `nil` if the result is unknown.
  func evaluate(_ scalar: borrowing ArchiveScalar) throws -> Bool? {
    switch scalar {
    case .text(let text): return try evaluate(text)
    case .other(let value):
      guard case .contains(_, let wanted, let folding) = self else { return nil }
      return folding.contains(value, wanted)
    default: return nil
    }
  }

  private func evaluate(_ text: Span<UInt8>) throws -> Bool? {
    switch self {
    case .like(let pattern): return pattern.matches(text)
    case .beginsWith(let prefix, let folding):
      return folding.withFolded(text) { $0.starts(with: prefix.span) }
    case .endsWith(let suffix, let folding):
      return folding.withFolded(text) { text in
        text.count >= suffix.count
          && text.extracting(droppingFirst: text.count - suffix.count).byteOrder(suffix.span) == 0
      }
    case .contains(let part, _, let folding):
      guard let part else { return nil }
      return folding.withFolded(text) { $0.contains(part.span) }
    case .matches(let expression):
      return try ArchiveScalar.text(text).value()?.string.map(expression.matches)
    }
  }
}

extension TextFolding {
  /// Passes the folded text to a closure.
  @inline(__always)
  func withFolded<R>(_ text: Span<UInt8>, _ body: (Span<UInt8>) -> R) -> R {
    self == .exact ? body(text) : body(folded(text).span)
  }
}
