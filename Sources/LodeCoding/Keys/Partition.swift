/// A key element with the name of a partition.
///
/// A partition contains the rows whose keys begin with the same name, such as the rows of one user.
/// Keys of different partitions may have the same elements after the name. Rows outside every
/// partition sort first in their collection.
///
/// ```swift
/// let key = Key(Partition("ada"), 1)
/// let ofAda = KeyRange.under(Partition("ada"))
/// ```
///
/// Partitions sort by name, after all other elements. `Docs/Format/Keys.md` specifies the bytes.
public struct Partition: KeyElement, Hashable {
  /// The partition's name; any text is valid.
  public let name: String

  /// Creates a partition with the given name.
  public init(_ name: String) { self.name = name }

  /// Appends the partition code and the name as a string.
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    name.withUTF8Span { buffer.appendEscaped(code: KeyCode.partition, $0) }
    buffer.append(KeyCode.end)
  }

  /// Decodes a partition.
  ///
  /// - Throws: `KeyError` with `typeMismatch` for another type, `invalidUTF8` for invalid text, or
  ///   `truncated` if the bytes end early.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Partition {
    try reader.expect(KeyCode.partition)
    return Partition(try reader.string())
  }
}

extension Partition {
  /// Returns the length in bytes of the partition that begins a key.
  ///
  /// Returns zero if the key does not begin with a valid partition.
  package static func byteCount(in key: Span<UInt8>) -> Int {
    guard key.count > 0, key[0] == KeyCode.partition else { return 0 }
    var reader = KeyReader(key)
    guard (try? reader.skip()) != nil else { return 0 }
    return reader.offset
  }
}
