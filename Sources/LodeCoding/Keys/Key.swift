/// A tuple of elements whose bytes sort by the first element, then by the second, and so on.
///
/// ```swift
/// let key = Key("Oslo", 42, Descending(Date()))
/// let (city, number, when) = try key.decode(String.self, Int.self, Descending<Date>.self)
/// ```
///
/// A tuple sorts before every longer tuple that begins with the same elements. Elements of
/// different types sort in this order: nil, `Bool`, integers of all widths, `Float`, `Double`,
/// `String`, bytes, `Date`, `UUID`, nested tuples, descending elements, partitions.
///
/// Two keys are equal if their bytes are equal:
///
/// - `1` and `1.0` are different keys, and `1.0` sorts after every integer.
/// - Strings with different Unicode scalars are different keys, even if Swift treats the strings as
///   equal.
/// - `0.0` and `-0.0` are one key, and all NaNs of a type are one key.
///
/// Inside another key, a `Key` is one element, a nested tuple. A store refuses a key without
/// elements. In models, queries, and guides, an element of a key is a *key component*.
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

  /// Encodes a tuple of elements whose types are only known at run time.
  public init(components: some Sequence<KeyComponent>) {
    var buffer = KeyBuffer()
    for component in components { component.encodeKeyElement(into: &buffer) }
    bytes = buffer.bytes.copied()
  }

  /// Creates a key from an encoded tuple after checking every byte; invalid bytes throw and never
  /// trap.
  ///
  /// - Throws: `KeyError` with one of these codes:
  ///   - `unknownType` for an unknown type code, or `truncated` if the bytes end inside an element.
  ///   - `notCanonical` if Lode encodes a value differently, or `invalidUTF8` for invalid text.
  ///   - `outOfRange` for an integer below `Int64.min`.
  ///   - `tooDeep` if tuples or descending elements are nested more than 64 levels deep.
  public init(encoded: Span<UInt8>) throws(KeyError) {
    var reader = KeyReader(encoded)
    while !reader.isAtEnd { try reader.skip() }
    bytes = encoded.copied()
  }

  /// The elements in order.
  ///
  /// - Throws: `KeyError` with `tooDeep` if tuples or descending elements are nested more than 64
  ///   levels deep.
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
  /// - Throws: `KeyError` with one of these codes, or with a code of a custom `KeyElement`:
  ///   - `typeMismatch` if an element has another type, or `outOfRange` if an integer does not fit.
  ///   - `truncated` if the key has fewer elements, or `trailingElements` if the key has more.
  ///   - `tooDeep` if tuples or descending elements are nested more than 64 levels deep.
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
  /// Appends the elements without the code and the end byte of a nested tuple.
  @inlinable
  public func encodeKey(into buffer: inout KeyBuffer) { buffer.append(bytes.span) }

  /// Passes the bytes to `body` without a copy.
  ///
  /// - Throws: Any error that `body` throws.
  @inlinable
  public func withKeyBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try body(bytes.span)
  }

  /// Checks and copies an encoded tuple.
  ///
  /// - Throws: `KeyError` with one of these codes:
  ///   - `unknownType` for an unknown type code, or `truncated` if the bytes end inside an element.
  ///   - `notCanonical` if Lode encodes a value differently, or `invalidUTF8` for invalid text.
  ///   - `outOfRange` for an integer below `Int64.min`.
  ///   - `tooDeep` if tuples or descending elements are nested more than 64 levels deep.
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
  /// - Throws: `KeyError` with one of these codes:
  ///   - `typeMismatch` for another type, or `truncated` if the bytes end inside the tuple.
  ///   - `unknownType`, `notCanonical`, `invalidUTF8`, or `outOfRange` if the bytes of an element
  ///     are invalid.
  ///   - `tooDeep` if tuples or descending elements are nested more than 64 levels deep.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Key {
    try reader.expect(KeyCode.tuple)
    var elements: [KeyComponent] = []
    try reader.tuple { (inner) throws(KeyError) in
      elements.append(try inner.read(KeyComponent.self))
    }
    return Key(components: elements)
  }
}
