extension Rows {
  /// Random keys of `keySize` bytes, in random order, with values of `valueSize` bytes of noise.
  ///
  /// The values overlap in a pool of 8 MB: each is different, yet ten million of them need no
  /// memory of their own.
  public static func random(count: Int, keySize: Int, valueSize: Int, seed: UInt64) -> Rows {
    let keys = Arena(noise: count * keySize, seed: seed)
    let places = (0..<count).map { $0 * keySize..<($0 + 1) * keySize }
    return overlapping(keys, places, valueSize, seed)
  }

  /// The keys `first`, `first + 1` and so on, as 16 bytes that sort like the numbers.
  public static func numbered(_ range: Range<Int>, valueSize: Int, seed: UInt64) -> Rows {
    numbered(Array(range), valueSize: valueSize, seed: seed)
  }

  /// The keys with these numbers, in this order; the value of a number is the same in each call.
  public static func numbered(_ numbers: [Int], valueSize: Int, seed: UInt64) -> Rows {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * 16)
    for number in numbers {
      bytes.append(contentsOf: [UInt8](repeating: 0x4C, count: 8))
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    let keys = Arena(bytes)
    let places = numbers.indices.map { $0 * 16..<($0 + 1) * 16 }
    return overlapping(keys, places, valueSize, seed, number: { numbers[$0] })
  }

  private static func overlapping(
    _ keyArena: Arena, _ keys: [Range<Int>], _ valueSize: Int, _ seed: UInt64,
    number: (Int) -> Int = { $0 }
  ) -> Rows {
    let pool = Arena(noise: 8 << 20, seed: ~seed)
    let room = UInt64(pool.count - valueSize)
    let values = keys.indices.map { index in
      var noise = Noise(seed: seed &+ UInt64(number(index)))
      let start = Int(noise.next() % room)
      return start..<start + valueSize
    }
    return Rows(keys: keys, in: keyArena, values: values, in: pool)
  }
}

/// Collects rows of any size, then packs them.
public struct RowBuilder {
  private var bytes: [UInt8] = []
  private var keys: [Range<Int>] = []
  private var values: [Range<Int>] = []

  /// Creates an empty builder.
  public init() {}

  /// Adds a row.
  public mutating func append(key: some Collection<UInt8>, value: some Collection<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: key)
    keys.append(start..<bytes.count)
    bytes.append(contentsOf: value)
    values.append(start + key.count..<bytes.count)
  }

  /// The rows, in the order in which they were added.
  public func rows() -> Rows {
    let arena = Arena(bytes)
    return Rows(keys: keys, in: arena, values: values, in: arena)
  }
}
