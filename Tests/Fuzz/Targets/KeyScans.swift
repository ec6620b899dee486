import LodeCoding

/// Two tuple keys: ranges that are made of the first hold the second exactly when its values say
/// so.
enum KeyScansTarget: Target {
  static func seeds() throws -> [[UInt8]] {
    let keys = try goldenRows(page: "Keys.md", heading: "Golden bytes", columns: 2)
      .map { bytes(hex: $0[1]) }
    let tuples = [
      Key("Oslo", 1), Key("Oslo", 2, 3), Key("Osl", 1), Key([1, 2], "a\0b"), Key([1, 2], "a"),
    ].map(\.bytes)
    return zip(keys + tuples, keys.dropFirst() + tuples + [[]]).map { input($0, $1) }
  }

  static func run(_ input: [UInt8]) {
    let parts = parts(of: input, 2)
    guard let first = elements(parts[0]), let second = elements(parts[1]), !second.isEmpty,
      let bound = first.last
    else { return }
    let whole = KeyRange.under(key: Key(components: first))
    check(whole, second, begins(second, with: first), "the prefix \(first)")
    let before = Array(first.dropLast())
    let other = begins(second, with: before) ? second.dropFirst(before.count).first : nil
    let key = Key(components: before)
    let above = KeyRange.elements(above: bound, after: key)
    check(above, second, other.map { valueOrder($0, bound) > 0 } ?? false, "above \(first)")
    switch bound {
    case .string(let text):
      let isFound =
        if case .string(let other)? = other {
          other.unicodeScalars.starts(with: text.unicodeScalars)
        } else { false }
      check(.prefix(text, after: key), second, isFound, "strings like \(first)")
    case .bytes(let bytes):
      let isFound = if case .bytes(let other)? = other { other.starts(with: bytes) } else { false }
      check(.prefix(bytes, after: key), second, isFound, "bytes like \(first)")
    case .int(let value): compare(value, key, second, other)
    default: break
    }
  }

  /// Every form of range with an integer at its end.
  private static func compare(
    _ value: Int64, _ key: Key, _ second: [KeyComponent], _ other: KeyComponent?
  ) {
    let order = other.map { valueOrder($0, .int(value)) }
    let isBelow = order.map { $0 < 0 } ?? false
    let isEqual = order == 0
    let isAbove = order.map { $0 > 0 } ?? false
    check(.elements(value..., after: key), second, isEqual || isAbove, "\(value)...")
    check(.elements(...value, after: key), second, isEqual || isBelow, "...\(value)")
    check(.elements(..<value, after: key), second, isBelow, "..<\(value)")
    let isNegative = other.map { valueOrder($0, .int(.min)) < 0 } ?? true
    check(
      .elements(Int64.min...value, after: key), second, !isNegative && (isEqual || isBelow),
      "\(Int64.min)...\(value)")
    check(.elements(.min..<value, after: key), second, !isNegative && isBelow, "..<\(value)")
  }

  private static func check(
    _ range: KeyRange, _ elements: [KeyComponent], _ isInside: Bool,
    _ what: @autoclosure () -> String
  ) {
    let key = Key(components: elements)
    let isFound = range.contains(key.bytes.span)
    require(isFound == isInside, "a scan of \(what()) finds \(key): \(isInside)")
  }

  private static func elements(_ bytes: [UInt8]) -> [KeyComponent]? {
    do {
      return try Key(encoded: bytes.span).elements
    } catch {
      return nil
    }
  }

  private static func begins(_ elements: [KeyComponent], with prefix: [KeyComponent]) -> Bool {
    elements.count >= prefix.count && valueOrder(Array(elements.prefix(prefix.count)), prefix) == 0
  }
}
