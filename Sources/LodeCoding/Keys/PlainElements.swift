extension Bool: KeyElement {
  /// Appends one byte; false comes before true.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.append(self ? KeyCode.yes : KeyCode.no)
  }

  /// Reads a `Bool`.
  ///
  /// - Throws: `KeyError`: `typeMismatch` or `truncated`.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Bool {
    let code = try reader.peek()
    guard code == KeyCode.yes || code == KeyCode.no else { throw reader.mismatch("a Bool", code) }
    return try reader.byte() == KeyCode.yes
  }
}

extension Optional: KeyConvertible where Wrapped: KeyElement {}

extension Optional: KeyElement where Wrapped: KeyElement {
  /// Appends the value, or the one byte of nil, which comes before every value of every type.
  ///
  /// Optionals of optionals are flattened: each kind of nil is the same key.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    switch self {
    case nil: buffer.append(KeyCode.null)
    case let value?: value.encodeKeyElement(into: &buffer)
    }
  }

  /// Reads nil or a value.
  ///
  /// - Throws: what reading the value throws.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Wrapped? {
    guard try reader.peek() == KeyCode.null else { return try reader.read(Wrapped.self) }
    _ = try reader.byte()
    return nil
  }
}

/// An element in reverse order: the larger value comes first.
///
/// ```swift
/// let newestFirst = Key("inbox", Descending(Date()))
/// ```
///
/// Its bytes are the complement of the value's, so it takes two bytes more. Among elements of other
/// types at the same place it comes last, whatever it holds.
public struct Descending<Element: KeyElement>: KeyElement {
  /// The value as it was given.
  public let value: Element

  /// Turns the order of `value` around.
  @inlinable
  public init(_ value: Element) { self.value = value }

  /// Appends the value's complemented bytes.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.appendDescending { value.encodeKeyElement(into: &$0) }
  }

  /// Reads a descending element.
  ///
  /// - Throws: `KeyError`: `typeMismatch`, `tooDeep`, or what reading the value throws.
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
  /// Appends a descending element: what `encode` appends and an end, all complemented.
  ///
  /// The end is inside the complement, where it is `FF`: so "a" before "a\0" is turned around too.
  @inlinable
  mutating func appendDescending(_ encode: (inout KeyBuffer) -> Void) {
    append(KeyCode.descending)
    let start = count
    encode(&self)
    append(KeyCode.end)
    complement(from: start)
  }
}
