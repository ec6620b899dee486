/// The checksum of Lode's formats: rapidhashMicro, a fast 64-bit hash without cryptographic
/// strength.
///
/// The checksum detects damage, not forgery. The hash equals the hash of the reference
/// implementation with the default secret and the option `RAPIDHASH_PROTECTED`.
/// `Docs/Format/Checksum.md` specifies the steps.
///
/// ```swift
/// let sum = Checksum.rapidhash([1, 2, 3].span, seed: 0)
/// ```
///
/// Source: Nicolas De Carli, rapidhash V3, github.com/Nicoshev/rapidhash, after Wang Yi's wyhash.
public enum Checksum {
  /// Returns the hash of `bytes` under `seed`.
  ///
  /// - Complexity: O(n) for n bytes, about 0.03 ns a byte for long inputs. Allocates nothing.
  public static func rapidhash(_ bytes: Span<UInt8>, seed: UInt64) -> UInt64 {
    // Unsafe: only the closure reads the buffer, and only below the buffer's count.
    unsafe bytes.withUnsafeBytes { unsafe hash($0, seed) }
  }

  private static let s0: UInt64 = 0x2D35_8DCC_AA6C_78A5
  private static let s1: UInt64 = 0x8BB8_4B93_962E_ACC9
  private static let s2: UInt64 = 0x4B33_A62E_D433_D4A3
  private static let s3: UInt64 = 0x4D5A_2DA5_1DE1_AA47
  private static let s4: UInt64 = 0xA076_1D64_78BD_642F
  private static let s7: UInt64 = 0xAAAA_AAAA_AAAA_AAAA

  private static func hash(_ bytes: UnsafeRawBufferPointer, _ seed: UInt64) -> UInt64 {
    let count = bytes.count
    let seed = seed ^ mix(seed ^ s2, s1)
    guard let base = bytes.baseAddress, count > 0 else { return finish(0, 0, seed, 0) }
    if count > 16 { return unsafe hashLong(base, count, seed) }
    return unsafe hashShort(base, count, seed)
  }

  /// Hashes one to sixteen bytes; every load stays inside the input.
  @inline(__always)
  private static func hashShort(
    _ base: UnsafeRawPointer, _ count: Int, _ seed: UInt64
  ) -> UInt64 {
    let length = UInt64(truncatingIfNeeded: count)
    if count >= 8 {
      let (a, b) = unsafe (load64(base, 0), load64(base, count &- 8))
      return finish(a, b, seed ^ length, length)
    }
    if count >= 4 {
      let (a, b) = unsafe (load32(base, 0), load32(base, count &- 4))
      return finish(a, b, seed ^ length, length)
    }
    let first = unsafe UInt64(base.load(as: UInt8.self))
    let middle = unsafe UInt64(base.load(fromByteOffset: count &>> 1, as: UInt8.self))
    let last = unsafe UInt64(base.load(fromByteOffset: count &- 1, as: UInt8.self))
    return finish(first &<< 45 | last, middle, seed, length)
  }

  /// Hashes more than sixteen bytes.
  ///
  /// Each step keeps `at` below `count`. The last step loads the final sixteen bytes.
  @inline(__always)
  private static func hashLong(
    _ base: UnsafeRawPointer, _ count: Int, _ start: UInt64
  ) -> UInt64 {
    var (seed, at) = (start, 0)
    if count > 80 { unsafe (seed, at) = hashLanes(base, count, start) }
    // One bit for each step selects the secret: a zero bit selects s2.
    var secrets = 0b1100
    let left = UInt64(truncatingIfNeeded: count &- at)
    while count &- at > 16 {
      seed = unsafe mix(
        load64(base, at) ^ (secrets & 1 == 0 ? s2 : s1), load64(base, at &+ 8) ^ seed)
      secrets &>>= 1
      at &+= 16
    }
    let (a, b) = unsafe (load64(base, count &- 16), load64(base, count &- 8))
    return finish(a ^ left, b, seed, left)
  }

  /// Hashes 80 bytes in each step, in five independent lanes that the processor runs in parallel.
  ///
  /// Stops when at most 80 bytes remain.
  private static func hashLanes(
    _ base: UnsafeRawPointer, _ count: Int, _ start: UInt64
  ) -> (seed: UInt64, at: Int) {
    var (a, b, c, d, e) = (start, start, start, start, start)
    var at = 0
    repeat {
      let words = unsafe base + at
      a = unsafe mix(load64(words, 0) ^ s0, load64(words, 8) ^ a)
      b = unsafe mix(load64(words, 16) ^ s1, load64(words, 24) ^ b)
      c = unsafe mix(load64(words, 32) ^ s2, load64(words, 40) ^ c)
      d = unsafe mix(load64(words, 48) ^ s3, load64(words, 56) ^ d)
      e = unsafe mix(load64(words, 64) ^ s4, load64(words, 72) ^ e)
      at &+= 80
    } while count &- at > 80
    return (a ^ b ^ c ^ d ^ e, at)
  }

  /// Returns the hash from the last two words, the state, and the number of remaining bytes.
  @inline(__always)
  private static func finish(
    _ a: UInt64, _ b: UInt64, _ seed: UInt64, _ left: UInt64
  ) -> UInt64 {
    let (x, y) = multiply(a ^ s1, b ^ seed)
    return mix(x ^ s7, y ^ s1 ^ left)
  }

  /// Returns the combination of two words by their 128-bit product.
  @inline(__always)
  private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (x, y) = multiply(a, b)
    return x ^ y
  }

  /// Returns both factors, each combined with one half of their product.
  ///
  /// Without the combination, a factor of zero would hide changed bits of the other factor.
  @inline(__always)
  private static func multiply(_ a: UInt64, _ b: UInt64) -> (UInt64, UInt64) {
    let product = a.multipliedFullWidth(by: b)
    return (a ^ product.low, b ^ product.high)
  }

  @inline(__always)
  private static func load64(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func load32(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    unsafe UInt64(
      UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }
}
