/// A part of a collection with its own rows, such as the rows of one user, account, or document.
///
/// The keys of a partition's rows begin with the partition's name, so several partitions may
/// contain the same key. Rows outside every partition sort first in their collection.
///
/// ```swift
/// let key = Key(Partition("ada"), 1)
/// let ofAda = KeyRange.under(Partition("ada"))
/// ```
///
/// Partitions sort by name, after every other element. `Docs/Format/Keys.md` specifies the bytes.
public struct Partition: KeyElement, Hashable {
  /// The partition's name, which may be any text.
  public let name: String

  /// Creates a partition with the given name.
  public init(_ name: String) { self.name = name }

  /// Appends the partition code and the name as a string.
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    name.withUTF8Span { buffer.appendEscaped(code: KeyCode.partition, $0) }
    buffer.append(KeyCode.end)
  }

  /// Decodes a partition's name.
  ///
  /// - Throws: `KeyError`: `typeMismatch` for another type, `invalidUTF8` for invalid text, or
  ///   `truncated` if the bytes end early.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Partition {
    try reader.expect(KeyCode.partition)
    return Partition(try reader.string())
  }
}

extension Partition {
  /// Returns the number of bytes of the partition that begins a row's key, or zero if the key has
  /// no partition.
  package static func byteCount(in key: Span<UInt8>) -> Int {
    guard key.count > 0, key[0] == KeyCode.partition else { return 0 }
    var reader = KeyReader(key)
    guard (try? reader.skip()) != nil else { return 0 }
    return reader.offset
  }
}
