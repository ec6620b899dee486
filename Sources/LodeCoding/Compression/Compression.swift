/// Whether and how hard bytes are compressed.
///
/// ```swift
/// let everyday = Compression.automatic
/// let archive = Compression(level: 9)  // a little smaller, and several times slower to write
/// let plain = Compression.off
/// ```
public struct Compression: Hashable, Sendable {
  /// Whether nothing is compressed at all.
  public let isOff: Bool
  /// How hard zstd tries, from 1, the fastest, to 19; it makes no difference to reading.
  public let level: Int
  /// How many bytes are worth trying; fewer are kept as they are.
  public let threshold: Int

  /// Compresses where it pays: from 64 bytes on, and where the block is an eighth shorter than the
  /// bytes.
  public static let automatic = Compression()
  /// Keeps all bytes as they are.
  public static let off = Compression(isOff: true, level: 1, threshold: 0)

  /// Creates a policy that compresses where it pays; a level outside 1 to 19 is taken as the
  /// nearest.
  public init(level: Int = 1, threshold: Int = 64) {
    self.init(isOff: false, level: min(max(level, 1), 19), threshold: max(threshold, 0))
  }

  private init(isOff: Bool, level: Int, threshold: Int) {
    self.isOff = isOff
    self.level = level
    self.threshold = threshold
  }

  /// The longest block, header included, that is worth having instead of `count` bytes.
  func longestBlock(for count: Int) -> Int { count - (count + 7) / 8 }
}
