/// The bytes of one page, in a copy or in a map of the file.
///
/// Numbers have native byte order and need not be aligned.
protocol PageContents {
  /// Returns the unsigned integer of two bytes at `offset`.
  func uint16(at offset: Int) -> UInt16
  /// Returns the unsigned integer of four bytes at `offset`.
  func uint32(at offset: Int) -> UInt32
  /// Returns the unsigned integer of eight bytes at `offset`.
  func uint64(at offset: Int) -> UInt64

  /// The byte at `offset`.
  subscript(offset: Int) -> UInt8 { get }

  /// Returns whether the bytes of `range` sort before the bytes of `otherRange` in `other`.
  ///
  /// The order compares bytes as unsigned numbers. If one range is a prefix of the other range, the
  /// shorter range sorts first.
  func precedes(_ range: Range<Int>, _ other: Self, _ otherRange: Range<Int>) -> Bool
}
