/// The bytes of one page, in a copy or in a map of the file.
///
/// Numbers have native byte order and need not be aligned.
protocol PageContents {
  /// Returns the integer at `offset`.
  func load<T: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> T

  /// Returns whether the bytes of `range` sort before the bytes of `otherRange` in `other`.
  ///
  /// The order compares bytes as unsigned numbers. If one range is a prefix of the other range, the
  /// shorter range sorts first.
  func precedes(_ range: Range<Int>, _ other: Self, _ otherRange: Range<Int>) -> Bool
}

extension PageContents {
  @inline(__always)
  func uint16(at offset: Int) -> UInt16 { load(at: offset) }
  @inline(__always)
  func uint32(at offset: Int) -> UInt32 { load(at: offset) }
  @inline(__always)
  func uint64(at offset: Int) -> UInt64 { load(at: offset) }

  /// The byte at `offset`.
  @inline(__always)
  subscript(offset: Int) -> UInt8 { load(at: offset) }
}
