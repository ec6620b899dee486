/// A small repeatable random generator (SplitMix64), so that a failing test can print its seed.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// The seed this generator was made from.
  public let seed: UInt64
  private var state: UInt64

  /// Creates a generator that repeats the same numbers for the same seed.
  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// Creates a generator from the environment variable `LODE_SEED`, or else from the clock.
  public init() {
    let given = environmentVariable("LODE_SEED").flatMap(UInt64.init)
    self.init(seed: given ?? UInt64.random(in: 1...UInt64(UInt32.max)))
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
