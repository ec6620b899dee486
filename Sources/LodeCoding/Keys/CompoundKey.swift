/// A key of several elements, declared as a type with one property for each element.
///
/// A whole key encodes its elements side by side, so a scan by the first element finds every key
/// that begins with it. Inside another key, the type is one element, a nested tuple. `Key` with the
/// same elements has the same bytes.
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
  /// Appends the elements in their order.
  func encodeElements(into buffer: inout KeyBuffer)

  /// Decodes the elements that `encodeElements(into:)` appends.
  ///
  /// - Throws: `KeyError` if an element cannot be decoded.
  init(elements reader: inout KeyReader) throws(KeyError)
}

extension CompoundKey {
  /// Appends the elements without a frame, because the whole key is this tuple.
  @inlinable
  public func encodeKey(into buffer: inout KeyBuffer) { encodeElements(into: &buffer) }

  /// Decodes the elements of a whole key.
  ///
  /// - Throws: `KeyError` if an element cannot be decoded, or with `trailingElements` if bytes
  ///   remain.
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
  /// - Throws: `KeyError`: `typeMismatch` for another type, `tooDeep` beyond 64 levels,
  ///   `trailingElements` if the tuple has more elements, or any error of an element.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Self {
    try reader.expect(KeyCode.tuple)
    return try reader.nested { (inner) throws(KeyError) in try Self(elements: &inner) }
  }
}
