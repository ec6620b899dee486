internal import BenchHarness
internal import Foundation

/// Numbers from 0 on with a Zipfian distribution: the probability of n is in proportion to
/// 1 / (n + 1)^0.99.
///
/// Source: Gray, Sundaresan, Englert, Baclawski, Weinberger, "Quickly Generating Billion-Record
/// Synthetic Databases", SIGMOD 1994, which YCSB uses.
struct Zipfian {
  private static let theta = 0.99

  private let count: Double
  private let zeta: Double

  /// A distribution of the numbers below `count`.
  init(count: Int) {
    self.init(
      count: Double(count), zeta: (1...count).reduce(0) { $0 + 1 / pow(Double($1), Self.theta) })
  }

  /// - Parameter zeta: The sum of 1 / n^0.99 for n from 1 through `count`.
  private init(count: Double, zeta: Double) {
    self.count = count
    self.zeta = zeta
  }

  /// A distribution of the numbers below ten billion, with the sum that YCSB's source has.
  static let ofTenBillion = Zipfian(count: 1e10, zeta: 26.469_028_201_783_02)

  /// The next number.
  func next(_ noise: inout Noise) -> Int {
    let part = Double.random(in: 0..<1, using: &noise)
    if part * zeta < 1 { return 0 }
    let ofTwo = 1 + pow(0.5, Self.theta)
    if part * zeta < ofTwo { return 1 }
    let eta = (1 - pow(2 / count, 1 - Self.theta)) / (1 - ofTwo / zeta)
    return Int(min(count * pow(eta * part - eta + 1, 1 / (1 - Self.theta)), count - 1))
  }

  /// The next number below `limit`, scrambled: the frequent numbers lie anywhere.
  ///
  /// YCSB hashes a number below ten billion, so the distribution is the same for every limit.
  static func scrambled(below limit: Int, _ noise: inout Noise) -> Int {
    Int(hash(ofTenBillion.next(&noise)) % UInt64(limit))
  }

  /// The hash function FNV-1a of the eight bytes of a number, without the highest bit.
  private static func hash(_ number: Int) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for shift in stride(from: 0, to: 64, by: 8) {
      hash = (hash ^ UInt64(truncatingIfNeeded: number >> shift) & 0xFF) &* 0x100_0000_01B3
    }
    return hash & ~(1 << 63)
  }
}
