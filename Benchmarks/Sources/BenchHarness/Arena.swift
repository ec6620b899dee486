internal import BenchData

/// A block of bytes that keys and values point into, so that no benchmark loop allocates.
@safe public final class Arena: Sendable {
  /// The number of bytes.
  public let count: Int
  // Written only while it is made, before anyone else has the arena; read-only from then on.
  nonisolated(unsafe) let bytes: UnsafeMutablePointer<UInt8>

  /// Creates `count` bytes of repeatable noise.
  public init(noise count: Int, seed: UInt64) {
    self.count = count
    unsafe bytes = .allocate(capacity: max(count, 1))
    unsafe bench_fill(bytes, count, seed)
  }

  /// Creates a copy of `content`.
  public init(_ content: [UInt8]) {
    count = content.count
    unsafe bytes = .allocate(capacity: max(count, 1))
    unsafe bytes.initialize(from: content, count: content.count)
  }

  deinit { unsafe bytes.deallocate() }

  /// The bytes at `place`, which must be within the arena.
  func slice(_ place: Range<Int>) -> bench_slice {
    precondition(place.lowerBound >= 0 && place.upperBound <= count)
    return unsafe bench_slice(bytes: bytes + place.lowerBound, count: place.count)
  }
}
