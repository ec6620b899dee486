#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Bytes read from a file, with loads of the unaligned native integers LMDB writes.
///
/// Every load is bounds-checked and traps outside; the caller compares offsets with `count` first,
/// because the offsets come from the file.
struct PageBytes: Sendable {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads up to `count` bytes by `fill`, which answers how many it has filled.
  init<Failure: Error>(
    count: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    // The initializer below rethrows untyped errors only, so the outcome travels in a result.
    var outcome = Result<Void, Failure>.success(())
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(Failure) {
        filled = unsafe try fill(UnsafeMutableRawBufferPointer(buffer))
      } catch {
        filled = 0
        outcome = .failure(error)
      }
    }
    try outcome.get()
  }

  var count: Int { bytes.count }

  func uint16(at offset: Int) -> UInt16 { load(at: offset) }
  func uint32(at offset: Int) -> UInt32 { load(at: offset) }
  func uint64(at offset: Int) -> UInt64 { load(at: offset) }

  /// The bytes of `range` as text, with replacement characters where they are no UTF-8.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether the bytes of `range` sort before the bytes of `otherRange` in `other`, in the order of
  /// memcmp.
  ///
  /// If one is a prefix of the other, the shorter sorts first.
  func precedes(_ range: Range<Int>, _ other: PageBytes, _ otherRange: Range<Int>) -> Bool {
    let order = unsafe bytes.span.bytes.extracting(range).withUnsafeBytes { left in
      unsafe other.bytes.span.bytes.extracting(otherRange).withUnsafeBytes { right in
        // Both buffers have at least this many bytes; an empty one may have no address.
        let count = min(left.count, right.count)
        return count == 0 ? 0 : unsafe lexicographicOrder(left, right, count)
      }
    }
    return order != 0 ? order < 0 : range.count < otherRange.count
  }

  /// The byte at `offset`.
  subscript(offset: Int) -> UInt8 { bytes[offset] }

  @inline(__always)
  private func load<T: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> T {
    // Unsafe only for types with invalid bit patterns; integers have none, and the span checks
    // that the load lies within.
    unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: T.self)
  }
}

private func lexicographicOrder(
  _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, _ count: Int
) -> Int32 {
  guard let left = left.baseAddress, let right = right.baseAddress else { return 0 }
  return unsafe memcmp(left, right, count)
}
