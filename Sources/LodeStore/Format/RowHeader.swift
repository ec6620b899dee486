internal import LodeCoding

/// The first eight bytes of a row, as one little-endian word.
///
/// | bytes | content |
/// |---|---|
/// | 0, high half | 2 if the metadata begins with a byte of flags, otherwise 1 |
/// | 0, low half | flags: 1 metadata, 2 long key, 4 compression, 8 references to blobs |
/// | 1 | type of the value |
/// | 2 to 7 | revision of the row |
struct RowHeader: Hashable {
  let word: UInt64

  /// The flags of a new row.
  struct Flags: OptionSet {
    let rawValue: UInt64
    static let metadata = Flags(rawValue: 1)
    static let longKey = Flags(rawValue: 2)
    static let compressed = Flags(rawValue: 4)
    static let blobs = Flags(rawValue: 8)
    /// Changes the high half of byte 0 from 1 to 2.
    static let structured = Flags(rawValue: 0x30)
  }

  init(type: ValueType, revision: UInt64, _ flags: Flags) {
    word = (0x10 ^ flags.rawValue) | UInt64(type.rawValue) << 8 | revision << 16
  }

  /// Creates a header from its word, or returns `nil` if byte 0 is invalid.
  init?(word: UInt64) {
    guard word & 0xF0 == 0x10 || word & 0xF1 == 0x21 else { return nil }
    self.word = word
  }

  /// Whether the record contains metadata or a long key.
  var hasParts: Bool { word & 3 != 0 }
  var hasMetadata: Bool { word & 1 != 0 }
  /// Whether the metadata begins with a byte of flags.
  var isStructured: Bool { word & 0x20 != 0 }
  var hasLongKey: Bool { word & 2 != 0 }
  /// Whether the value is a compressed block.
  var isCompressed: Bool { word & 4 != 0 }
  /// Whether the value is an archive that refers to stored blobs.
  var hasBlobs: Bool { word & 8 != 0 }
  var type: ValueType { ValueType(rawValue: UInt8(truncatingIfNeeded: word >> 8)) }
  /// The revision of the last change of the row.
  var revision: UInt64 { word >> 16 }
}
