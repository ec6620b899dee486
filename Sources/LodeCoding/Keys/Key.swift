/// An ordered tuple: its bytes sort as its elements do, the first element first.
///
/// ```swift
/// let key = Key("Oslo", 42, Descending(Date()))
/// let (city, number, when) = try key.decode(String.self, Int.self, Descending<Date>.self)
/// ```
///
/// Keys compare by their bytes: element for element, and a tuple before the longer tuples that
/// begin with it. Elements of different types order as nil, `Bool`, integers of all widths,
/// `Float`, `Double`, `String`, bytes, `Date`, `UUID`, nested tuples, descending elements. Two keys
/// are equal when their bytes are. `1` and `1.0` are different keys, and `1.0` comes after every
/// integer; so are canonically equivalent strings of different scalars. `0.0` and `-0.0` are one
/// key, and so are all NaNs of a type.
///
/// Inside another key it is one element, a nested tuple. A store takes no empty key.
/// Bytes are as in `Docs/Format/Keys.md`.
public struct Key: Hashable, Comparable, Sendable {
  /// The encoded tuple.
  public let bytes: [UInt8]

  /// Encodes a tuple of the given elements.
  public init<each E: KeyElement>(_ elements: repeat each E) {
    var buffer = KeyBuffer()
    repeat (each elements).encodeKeyElement(into: &buffer)
    bytes = buffer.bytes.copied()
  }

  /// Encodes a tuple of elements whose types are known at run time only.
  public init(components: some Sequence<KeyComponent>) {
    var buffer = KeyBuffer()
    for component in components { component.encodeKeyElement(into: &buffer) }
    bytes = buffer.bytes.copied()
  }

  /// Takes over an encoded tuple after checking every byte of it.
  ///
  /// - Throws: `KeyError` that names the first wrong byte; never traps.
  public init(encoded: Span<UInt8>) throws(KeyError) {
    var reader = KeyReader(encoded)
    while !reader.isAtEnd { try reader.skip() }
    bytes = encoded.copied()
  }

  /// The elements, one after another.
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

  /// Decodes exactly these elements.
  ///
  /// - Throws: `KeyError`: `typeMismatch`, `outOfRange`, `truncated` when the key has fewer
  ///   elements, `trailingElements` when it has more.
  public func decode<each E: KeyElement>(
    _ types: repeat (each E).Type
  ) throws(KeyError) -> (repeat each E) {
    var reader = KeyReader(bytes.span)
    let elements = (repeat try reader.read(each types))
    try reader.finish()
    return elements
  }

  /// The order of the bytes, which is the order of the elements.
  public static func < (left: Key, right: Key) -> Bool {
    left.bytes.span.byteOrder(right.bytes.span) < 0
  }
}

extension Key: KeyElement {
  /// Appends the tuple's elements without a frame: the whole key is this tuple.
  @inlinable
  public func encodeKey(into buffer: inout KeyBuffer) { buffer.append(bytes.span) }

  /// Lends the bytes without a copy.
  @inlinable
  public func withKeyBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try body(bytes.span)
  }

  /// Checks and copies an encoded tuple.
  ///
  /// - Throws: `KeyError` that names the first wrong byte.
  public static func decodeKey(_ bytes: Span<UInt8>) throws(KeyError) -> Key {
    try Key(encoded: bytes)
  }

  /// Appends the tuple as one element of another tuple.
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.append(KeyCode.tuple)
    buffer.append(bytes.span)
    buffer.append(KeyCode.end)
  }

  /// Reads a nested tuple.
  ///
  /// - Throws: `KeyError`: `typeMismatch`, `tooDeep`, or a code of damaged bytes.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Key {
    try reader.expect(KeyCode.tuple)
    var elements: [KeyComponent] = []
    try reader.tuple { (inner) throws(KeyError) in
      elements.append(try inner.read(KeyComponent.self))
    }
    return Key(components: elements)
  }
}
