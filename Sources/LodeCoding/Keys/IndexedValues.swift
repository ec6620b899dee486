#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The encoding of values in index entries, which sorts values of all types in one order.
// `Docs/Format/Indexes.md` specifies the bytes.
extension KeyBuffer {
  /// Appends a value and returns whether the encoding is exact.
  ///
  /// An encoding is exact if only values that sort as equal have the same bytes. Decimals with a
  /// fraction or beyond 64 bits, and deeply nested arrays, have no exact encoding.
  @discardableResult
  package mutating func appendIndexed(_ value: ArchiveValue) -> Bool {
    appendIndexed(value, depth: 0)
  }

  /// Appends a borrowed value without creating an `ArchiveValue`, and returns whether the encoding
  /// is exact.
  ///
  /// - Throws: `ArchiveError` with `invalidUTF8` if the bytes of a text are not UTF-8.
  package mutating func appendIndexed(_ scalar: borrowing ArchiveScalar) throws -> Bool {
    switch scalar {
    case .null: append(KeyCode.null)
    case .bool(let value): value.encodeKeyElement(into: &self)
    case .int(let value): value.encodeKeyElement(into: &self)
    case .uint(let value): value.encodeKeyElement(into: &self)
    case .float(let value): appendIndexed(number: Double(value))
    case .double(let value): appendIndexed(number: value)
    case .date(let value): appendIndexed(value)
    case .uuid(let value): value.encodeKeyElement(into: &self)
    case .text(let bytes):
      guard bytes.isUTF8 else {
        throw ArchiveError(.invalidUTF8, at: 0, "the bytes of a text are not UTF-8")
      }
      appendEscaped(code: KeyCode.string, bytes)
      append(KeyCode.end)
    case .data(let bytes):
      appendEscaped(code: KeyCode.bytes, bytes)
      append(KeyCode.end)
    case .other(let value): return appendIndexed(value)
    }
    return true
  }

  private mutating func appendIndexed(_ value: ArchiveValue, depth: Int) -> Bool {
    switch value {
    case .null: append(KeyCode.null)
    case .bool(let value): value.encodeKeyElement(into: &self)
    case .int(let value): value.encodeKeyElement(into: &self)
    case .uint(let value): value.encodeKeyElement(into: &self)
    case .float(let value): appendIndexed(number: Double(value))
    case .double(let value): appendIndexed(number: value)
    case .string(let value): value.encodeKeyElement(into: &self)
    case .data(let value): value.encodeKeyElement(into: &self)
    case .date(let value): appendIndexed(value)
    case .uuid(let value): value.encodeKeyElement(into: &self)
    case .decimal(let value): return appendIndexed(decimal: value)
    case .array(let elements): return appendIndexed(elements, depth: depth + 1)
    case .typed(_, let value): return appendIndexed(value.untyped, depth: depth)
    case .set, .dictionary, .object, .reference: append(KeyCode.unordered)
    }
    return true
  }

  private mutating func appendIndexed(_ elements: [ArchiveValue], depth: Int) -> Bool {
    // Deeper arrays cannot be decoded as keys, so all deeper arrays have the same code.
    if depth > KeyCode.depthLimit - 2 {
      append(KeyCode.unordered)
      return false
    }
    var isExact = true
    append(KeyCode.tuple)
    for element in elements where !appendIndexed(element, depth: depth) { isExact = false }
    append(KeyCode.end)
    return isExact
  }

  /// Appends a date; -0.0 seconds become 0.0.
  private mutating func appendIndexed(_ date: Date) {
    Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate + 0)
      .encodeKeyElement(into: &self)
  }

  /// Appends a number: its floor as an integer, and then its bits if the number has a fraction.
  ///
  /// For a NaN, or a number outside the range of 64-bit integers, appends only the bits.
  package mutating func appendIndexed(number: Double) {
    if number.isNaN || number >= 0x1p64 {
      append(code: KeyCode.double, number.keyBits, byteCount: 8)
      return
    }
    if number < -0x1p63 {
      append(code: KeyCode.belowIntegers, number.keyBits, byteCount: 8)
      return
    }
    let floor = number.rounded(.down)
    if floor < 0 {
      Int64(floor).encodeKeyElement(into: &self)
    } else {
      UInt64(floor).encodeKeyElement(into: &self)
    }
    if floor != number { append(code: KeyCode.fraction, number.keyBits, byteCount: 8) }
  }

  private mutating func appendIndexed(decimal: Decimal) -> Bool {
    // `description` prints every digit and never an exponent.
    let text = decimal.description
    let parts = text.split(separator: ".", maxSplits: 1)
    guard let whole = parts.first.flatMap({ Int128($0) }) else {
      appendIndexed(number: Double(text) ?? .nan)
      return false
    }
    let fraction = parts.count > 1 ? parts[1] : ""
    let floor = text.hasPrefix("-") && !fraction.isEmpty ? whole - 1 : whole
    if let integer = Int64(exactly: floor) {
      integer.encodeKeyElement(into: &self)
    } else if let integer = UInt64(exactly: floor) {
      integer.encodeKeyElement(into: &self)
    } else {
      appendIndexed(number: Double(text) ?? .nan)
      return false
    }
    if fraction.isEmpty { return true }
    append(
      code: KeyCode.fraction, Self.fraction(of: text, "0.\(fraction)", above: floor).keyBits,
      byteCount: 8)
    return false
  }

  /// Returns the double that an entry stores after the floor of a decimal number.
  ///
  /// Below 2^53, returns the nearest double with the same floor. Doubles from 2^53 on have no
  /// fractions, so the method returns the distance from the floor to the number.
  private static func fraction(of text: String, _ fraction: String, above floor: Int128) -> Double {
    if floor.magnitude >= 1 << 53 {
      let part = Double(fraction) ?? 0
      return text.hasPrefix("-") ? 1 - part : part
    }
    let below = Double(floor)
    return Swift.min(Swift.max(Double(text) ?? below, below), (below + 1).nextDown)
  }

  /// The code that begins a descending element; the element's value follows.
  package static var descendingCode: UInt8 { KeyCode.descending }

  /// Ends a descending element whose value begins at `start`.
  package mutating func endDescending(from start: Int) {
    append(KeyCode.end)
    complement(from: start)
  }
}

extension KeyReader {
  /// Skips one value of an index entry and returns whether the value is nil.
  ///
  /// - Throws: `KeyError` if no valid value follows.
  @discardableResult
  package mutating func skipIndexed() throws(KeyError) -> Bool {
    switch try peek() {
    case KeyCode.null:
      _ = try byte()
      return true
    case KeyCode.belowIntegers:
      _ = try byte()
      _ = try double()
    case KeyCode.unordered: _ = try byte()
    case (KeyCode.zero - 8)...(KeyCode.zero + 8):
      _ = try integer()
      if !isAtEnd, try peek() == KeyCode.fraction {
        _ = try byte()
        _ = try double()
      }
    case KeyCode.tuple:
      _ = try byte()
      try tuple { (inner) throws(KeyError) in _ = try inner.skipIndexed() }
    case KeyCode.descending:
      _ = try byte()
      return try descending { (inner) throws(KeyError) in try inner.skipIndexed() }
    default: try skip()
    }
    return false
  }

  /// Decodes one value of an index entry, or returns `nil` if the bytes do not determine the value.
  ///
  /// Values that sort as equal, such as 1 and 1.0, have the same bytes. The method returns one of
  /// the equal values. For an inexact encoding, the method can return a different value.
  ///
  /// - Throws: `KeyError` if no valid value follows.
  package mutating func readIndexed() throws(KeyError) -> ArchiveValue? {
    switch try peek() {
    case KeyCode.belowIntegers:
      _ = try byte()
      return .double(try double())
    case KeyCode.unordered:
      _ = try byte()
      return nil
    case (KeyCode.zero - 8)...(KeyCode.zero + 8): return try indexedNumber()
    case KeyCode.tuple:
      _ = try byte()
      var elements: [ArchiveValue]? = []
      try tuple { (inner) throws(KeyError) in
        if let element = try inner.readIndexed() {
          elements?.append(element)
        } else {
          elements = nil
        }
      }
      return elements.map(ArchiveValue.array)
    case KeyCode.descending:
      _ = try byte()
      return try descending { (inner) throws(KeyError) in try inner.readIndexed() }
    default: return try read(KeyComponent.self).value
    }
  }

  /// Decodes an integer, or the double that follows the integer if the number has a fraction.
  private mutating func indexedNumber() throws(KeyError) -> ArchiveValue {
    let whole = try integer()
    if !isAtEnd, try peek() == KeyCode.fraction {
      _ = try byte()
      return .double(try double())
    }
    return switch whole {
    case .signed(let value): .int(value)
    case .unsigned(let value): .uint(value)
    }
  }
}
