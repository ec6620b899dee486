internal import LodeCoding

/// JSON text as a part of somebody's buffer, stored without a copy of its own.
struct JSONBytes: StoredValue {
  /// The text, which the scanner has checked.
  let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  static var valueType: ValueType { .json }

  func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try body(bytes.span)
  }

  init(valueBytes: Span<UInt8>) throws(ValueError) { bytes = valueBytes.copied()[...] }
}
