/// A key of several elements, as a type with a property for each.
///
/// As a whole key it is these elements, so the first of them finds all keys that begin with it;
/// inside of another key it is one element, a nested tuple. `Key` with the same elements has the
/// same bytes.
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
/// `@Model` writes one for a model with several key properties.
public protocol CompoundKey: KeyElement {
  /// Appends the elements, one after the other.
  func encodeElements(into buffer: inout KeyBuffer)

  /// Reads the elements that `encodeElements(into:)` appends.
  ///
  /// - Throws: `KeyError`, as reading the elements does.
  init(elements reader: inout KeyReader) throws(KeyError)
}

extension CompoundKey {
  /// Appends the elements without a frame: the whole key is this tuple.
  @inlinable
  public func encodeKey(into buffer: inout KeyBuffer) { encodeElements(into: &buffer) }

  /// Reads the elements of a whole key.
  ///
  /// - Throws: what reading the elements throws, or `KeyError` with `trailingElements`.
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

  /// Reads a nested tuple.
  ///
  /// - Throws: `KeyError`: `typeMismatch`, `tooDeep`, `trailingElements`, or what reading the
  ///   elements throws.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Self {
    try reader.expect(KeyCode.tuple)
    return try reader.nested { (inner) throws(KeyError) in try Self(elements: &inner) }
  }
}
