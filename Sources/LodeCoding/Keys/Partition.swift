/// A part of a collection with rows of its own, such as the rows of one user, account, or document.
///
/// The rows of a partition have its name in front of their keys, so the same key may be in several;
/// rows of no partition come first in their collection.
///
/// ```swift
/// let key = Key(Partition("ada"), 1)
/// let ofAda = KeyRange.under(Partition("ada"))
/// ```
///
/// Partitions order as their names do, and behind every other element. Bytes are as in
/// `Docs/Format/Keys.md`.
public struct Partition: KeyElement, Hashable {
  /// The partition's name; any text.
  public let name: String

  /// Names a partition.
  public init(_ name: String) { self.name = name }

  /// Appends the code of partitions, and the name as a string.
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    name.withUTF8Span { buffer.appendEscaped(code: KeyCode.partition, $0) }
    buffer.append(KeyCode.end)
  }

  /// Reads the name of a partition.
  ///
  /// - Throws: `KeyError` with `typeMismatch`, `invalidUTF8` or `truncated`.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Partition {
    try reader.expect(KeyCode.partition)
    return Partition(try reader.string())
  }
}

extension Partition {
  /// How many bytes the partition in front of a row's key has; zero when the row is in none.
  package static func byteCount(in key: Span<UInt8>) -> Int {
    guard key.count > 0, key[0] == KeyCode.partition else { return 0 }
    var reader = KeyReader(key)
    guard (try? reader.skip()) != nil else { return 0 }
    return reader.offset
  }
}
