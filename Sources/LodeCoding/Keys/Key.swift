/// An ordered tuple whose bytes sort as its elements do, the first element first.
///
/// ```swift
/// let key = Key("Oslo", 42, Descending(Date()))
/// let (city, number, when) = try key.decode(String.self, Int.self, Descending<Date>.self)
/// ```
///
/// Keys compare by their bytes, element by element; a tuple sorts before every longer tuple that
/// begins with it. Elements of different types sort in this order: nil, `Bool`, integers of all
/// widths, `Float`, `Double`, `String`, bytes, `Date`, `UUID`, nested tuples, descending elements.
///
/// Two keys are equal if their bytes are equal:
///
/// - `1` and `1.0` are different keys, and `1.0` sorts after every integer.
/// - Canonically equivalent strings of different scalars are different keys.
/// - `0.0` and `-0.0` are one key, and all NaNs of a type are one key.
///
/// Inside another key, a `Key` is one element, a nested tuple. A store refuses the empty key.
/// `Docs/Format/Keys.md` specifies the bytes.
public struct Key: Hashable, Comparable, Sendable {
  /// The encoded tuple.
  public let bytes: [UInt8]

  /// Encodes a tuple of `elements`.
  public init<each E: KeyElement>(_ elements: repeat each E) {
    var buffer = KeyBuffer()
    repeat (each elements).encodeKeyElement(into: &buffer)
    bytes = buffer.bytes.copied()
  }

  /// Encodes a tuple of elements whose types are only available at run time.
  public init(components: some Sequence<KeyComponent>) {
    var buffer = KeyBuffer()
    for component in components { component.encodeKeyElement(into: &buffer) }
    bytes = buffer.bytes.copied()
  }

  /// Creates a key from an encoded tuple after checking every byte.
  ///
  /// - Throws: `KeyError` for the first invalid byte; never traps.
  public init(encoded: Span<UInt8>) throws(KeyError) {
    var reader = KeyReader(encoded)
    while !reader.isAtEnd { try reader.skip() }
    bytes = encoded.copied()
  }

  /// The elements in order.
  ///
  /// - Throws: `KeyError` with `tooDeep` for a key nested deeper than 64 tuples.
  public var elements: [KeyComponent] {
    get throws(KeyError) {
      var reader = KeyReader(bytes.span)
      var elements: [KeyComponent] = []
      while !reader.isAtEnd { elements.append(try reader.read(KeyComponent.self)) }
      return elements
    }
  }

  /// Decodes exactly the elements of the given types.
  ///
  /// - Throws: `KeyError`: `typeMismatch` for another type; `outOfRange` for an integer that does
  ///   not fit; `truncated` if the key has fewer elements; `trailingElements` if the key has more.
  public func decode<each E: KeyElement>(
    _ types: repeat (each E).Type
  ) throws(KeyError) -> (repeat each E) {
    var reader = KeyReader(bytes.span)
    let elements = (repeat try reader.read(each types))
    try reader.finish()
    return elements
  }

  /// Compares the bytes, which sort as the elements do.
  public static func < (left: Key, right: Key) -> Bool {
    left.bytes.span.byteOrder(right.bytes.span) < 0
  }
}

extension Key: KeyElement {
  /// Appends the elements without a frame, because the whole key is this tuple.
  @inlinable
  public func encodeKey(into buffer: inout KeyBuffer) { buffer.append(bytes.span) }

  /// Passes the bytes to `body` without a copy.
  @inlinable
  public func withKeyBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try body(bytes.span)
  }

  /// Checks and copies an encoded tuple.
  ///
  /// - Throws: `KeyError` for the first invalid byte.
  public static func decodeKey(_ bytes: Span<UInt8>) throws(KeyError) -> Key {
    try Key(encoded: bytes)
  }

  /// Appends the tuple as one element of another tuple.
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.append(KeyCode.tuple)
    buffer.append(bytes.span)
    buffer.append(KeyCode.end)
  }

  /// Decodes a nested tuple.
  ///
  /// - Throws: `KeyError`: `typeMismatch` for another type, `tooDeep` beyond 64 levels, or the code
  ///   of a damaged element.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Key {
    try reader.expect(KeyCode.tuple)
    var elements: [KeyComponent] = []
    try reader.tuple { (inner) throws(KeyError) in
      elements.append(try inner.read(KeyComponent.self))
    }
    return Key(components: elements)
  }
}
