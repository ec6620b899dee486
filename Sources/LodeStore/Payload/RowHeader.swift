internal import LodeCoding

/// The first eight bytes of a row, as one little-endian word.
///
/// Byte 0: the format in the high half, 2 when the metadata say what they are, else 1; flags in the
/// low half (1: metadata, 2: long key, 4: compressed, 8: names blobs). Byte 1: the type of the
/// value. Bytes 2 to 7: the revision of the row, 48 bits.
struct RowHeader: Hashable {
  let word: UInt64

  init(
    type: ValueType, revision: UInt64, hasMetadata: Bool, hasLongKey: Bool,
    isCompressed: Bool = false, hasBlobs: Bool = false, isStructured: Bool = false
  ) {
    let flags: UInt64 =
      (hasMetadata ? 1 : 0) | (hasLongKey ? 2 : 0) | (isCompressed ? 4 : 0) | (hasBlobs ? 8 : 0)
    word = (isStructured ? 0x20 : 0x10) | flags | UInt64(type.rawValue) << 8 | revision << 16
  }

  /// Reads a header; `nil` when it is of another format.
  init?(word: UInt64) {
    guard word & 0xF0 == 0x10 || word & 0xF1 == 0x21 else { return nil }
    self.word = word
  }

  /// Whether there is more than a value.
  var hasParts: Bool { word & 3 != 0 }
  var hasMetadata: Bool { word & 1 != 0 }
  /// Whether the metadata begin with a byte that says what they are.
  var isStructured: Bool { word & 0x20 != 0 }
  var hasLongKey: Bool { word & 2 != 0 }
  /// Whether the value lies in a block.
  var isCompressed: Bool { word & 4 != 0 }
  /// Whether the value is an archive that names blobs of the store.
  var hasBlobs: Bool { word & 8 != 0 }
  var type: ValueType { ValueType(rawValue: UInt8(truncatingIfNeeded: word >> 8)) }
  /// The revision of the store at which the row was last changed.
  var revision: UInt64 { word >> 16 }
}
