extension Bool: KeyElement {
  /// Appends one byte; false sorts before true.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.append(self ? KeyCode.yes : KeyCode.no)
  }

  /// Decodes a `Bool`.
  ///
  /// - Throws: `KeyError` with `typeMismatch` for another type, or `truncated` if the bytes end
  ///   early.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Bool {
    let code = try reader.peek()
    guard code == KeyCode.yes || code == KeyCode.no else { throw reader.mismatch("a Bool", code) }
    return try reader.byte() == KeyCode.yes
  }
}

extension Optional: KeyConvertible where Wrapped: KeyElement {}

extension Optional: KeyElement where Wrapped: KeyElement {
  /// Appends the value, or the single byte of nil, which sorts before every value of every type.
  ///
  /// Nested optionals are flattened: `nil` at every level is the same key.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    switch self {
    case nil: buffer.append(KeyCode.null)
    case let value?: value.encodeKeyElement(into: &buffer)
    }
  }

  /// Decodes nil or a value.
  ///
  /// - Throws: `KeyError` with `truncated` if no bytes are left, or any `KeyError` that decoding a
  ///   `Wrapped` throws.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Wrapped? {
    guard try reader.peek() == KeyCode.null else { return try reader.read(Wrapped.self) }
    _ = try reader.byte()
    return nil
  }
}

/// An element in descending order: larger values sort first.
///
/// ```swift
/// let newestFirst = Key("inbox", Descending(Date()))
/// ```
///
/// The encoding is two bytes longer than the encoding of the value. A descending element sorts
/// after the elements of all other types except partitions.
public struct Descending<Element: KeyElement>: KeyElement {
  /// The value, which sorts in descending order.
  public let value: Element

  /// Creates an element that sorts `value` in descending order.
  @inlinable
  public init(_ value: Element) { self.value = value }

  /// Appends the value's complemented bytes.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.appendDescending { value.encodeKeyElement(into: &$0) }
  }

  /// Decodes a descending element.
  ///
  /// - Throws: `KeyError` with one of these codes, or any `KeyError` that decoding an `Element`
  ///   throws:
  ///   - `typeMismatch` for another type, or `truncated` if the bytes end early.
  ///   - `notCanonical` if no end byte follows the value.
  ///   - `tooDeep` if tuples or descending elements are nested more than 64 levels deep.
  public static func decodeKeyElement(
    from reader: inout KeyReader
  ) throws(KeyError) -> Descending<Element> {
    try reader.expect(KeyCode.descending)
    return Descending(
      try reader.descending { (inner) throws(KeyError) in try inner.read(Element.self) })
  }
}

extension Descending: Equatable where Element: Equatable {}
extension Descending: Hashable where Element: Hashable {}

extension KeyBuffer {
  /// Appends a descending element: the bytes that `encode` appends and an end byte, all
  /// complemented.
  ///
  /// The complemented end byte is `FF`, which also reverses the order of "a" and "a\0".
  @inlinable
  mutating func appendDescending(_ encode: (inout KeyBuffer) -> Void) {
    append(KeyCode.descending)
    let start = count
    encode(&self)
    append(KeyCode.end)
    complement(from: start)
  }
}
