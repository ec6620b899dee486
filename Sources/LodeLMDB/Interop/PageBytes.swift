/// Bytes of a file, with integers in the machine's byte order at any offset.
///
/// A read outside the bytes traps. Offsets that come from the file can have any value, so the
/// caller compares an offset with `count` first.
struct PageBytes: PageContents, Sendable {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads up to `count` bytes with `fill`, which returns the number of bytes read.
  init<Failure: Error>(
    count: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    // The array's initializer rethrows untyped errors, so `outcome` carries the typed error.
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

  /// Returns the bytes of `range` as text, with replacement characters for invalid UTF-8.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns a copy of the bytes of `range`.
  func copied(_ range: Range<Int>) -> [UInt8] { Array(bytes[range]) }

  func precedes(_ range: Range<Int>, _ other: PageBytes, _ otherRange: Range<Int>) -> Bool {
    bytes.span.extracting(range).compare(other.bytes.span.extracting(otherRange)) < 0
  }

  @inline(__always)
  func load<T: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> T {
    // The load is unsafe only for types with invalid bit patterns. Integers have no invalid
    // patterns, and the span checks the bounds.
    unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: T.self)
  }
}
