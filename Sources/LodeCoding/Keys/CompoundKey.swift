/// A key of several elements, declared as a type with one property for each element.
///
/// As a whole key, a compound key has the same bytes as a ``Key`` with the same elements. Therefore
/// `KeyRange.under(_:)` with the first element finds every key that begins with this element.
/// Inside another key, a compound key is one element, a nested tuple.
///
/// ```swift
/// struct Seat: CompoundKey {
///   var row: Int
///   var number: Int
///
///   func encodeElements(into buffer: inout KeyBuffer) {
///     row.encodeKeyElement(into: &buffer)
///     number.encodeKeyElement(into: &buffer)
///   }
///   init(elements reader: inout KeyReader) throws(KeyError) {
///     row = try reader.read(Int.self)
///     number = try reader.read(Int.self)
///   }
/// }
/// ```
///
/// `@Model` generates a conforming type for a model with several key properties.
public protocol CompoundKey: KeyElement {
  /// Appends the elements in the order in which `init(elements:)` reads them.
  func encodeElements(into buffer: inout KeyBuffer)

  /// Decodes the elements that `encodeElements(into:)` appends.
  ///
  /// - Throws: Any `KeyError` that decoding an element throws.
  init(elements reader: inout KeyReader) throws(KeyError)
}

extension CompoundKey {
  /// Appends the elements without the code and the end byte of a nested tuple.
  @inlinable
  public func encodeKey(into buffer: inout KeyBuffer) { encodeElements(into: &buffer) }

  /// Decodes the elements of a whole key.
  ///
  /// - Throws: `KeyError` with one of these codes, or with a code of a custom `KeyElement`:
  ///   - `typeMismatch` if an element has another type, or `outOfRange` if a number does not fit.
  ///   - `truncated` if the bytes end early, or `trailingElements` if bytes remain.
  ///   - `notCanonical`, `invalidUTF8`, or `unknownType` if the bytes of an element are invalid.
  ///   - `tooDeep` if tuples or descending elements are nested more than 64 levels deep.
  public static func decodeKey(_ bytes: Span<UInt8>) throws(KeyError) -> Self {
    var reader = KeyReader(bytes)
    let key = try Self(elements: &reader)
    try reader.finish()
    return key
  }

  /// Appends the elements as a nested tuple.
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.append(KeyCode.tuple)
    encodeElements(into: &buffer)
    buffer.append(KeyCode.end)
  }

  /// Decodes a nested tuple.
  ///
  /// - Throws: `KeyError` with one of these codes, or with a code of a custom `KeyElement`:
  ///   - `typeMismatch` if an element has another type, or `outOfRange` if a number does not fit.
  ///   - `truncated` if the bytes end early, or `trailingElements` if the tuple has more elements.
  ///   - `notCanonical`, `invalidUTF8`, or `unknownType` if the bytes of an element are invalid.
  ///   - `tooDeep` if tuples or descending elements are nested more than 64 levels deep.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Self {
    try reader.expect(KeyCode.tuple)
    return try reader.nested { (inner) throws(KeyError) in try Self(elements: &inner) }
  }
}
