public import BenchData

/// What a pass over a store found: how many values, and the wrapping sum of their words.
///
/// Two passes over the same values have the same digest in any order.
public struct Digest: Equatable, Sendable {
  @usableFromInline var found = bench_digest()

  /// A digest of nothing.
  @inlinable public init() {}

  /// A digest with a known count and sum.
  public init(count: Int, sum: UInt64 = 0) {
    found = bench_digest(count: UInt64(count), sum: sum)
  }

  /// The digest a C peer returned.
  @inlinable public init(_ found: bench_digest) { self.found = found }

  /// The number of values.
  public var count: Int { Int(found.count) }

  /// The wrapping sum over all values.
  public var sum: UInt64 { found.sum }

  /// Takes one value in, by the same C function that the C peers use.
  @inlinable public mutating func add(_ value: Span<UInt8>) {
    // The pointer does not outlive the call.
    unsafe value.withUnsafeBufferPointer { bytes in
      unsafe bench_add(&found, bytes.baseAddress, bytes.count)
    }
  }

  /// Takes one value in, by the same C function that the C peers use.
  @inlinable public mutating func add(_ value: UnsafeRawBufferPointer) {
    unsafe bench_add(&found, value.baseAddress, value.count)
  }

  /// Takes one value in that was summed already.
  @inlinable public mutating func add(sum: UInt64) {
    found.count += 1
    found.sum &+= sum
  }

  /// Takes all values of another pass in.
  public mutating func add(_ other: Digest) {
    found.count += other.found.count
    found.sum &+= other.found.sum
  }

  /// Whether both have the same count and sum.
  public static func == (a: Digest, b: Digest) -> Bool {
    a.found.count == b.found.count && a.found.sum == b.found.sum
  }
}
