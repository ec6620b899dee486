/// The policy of compression: on or off, the effort of zstd, the minimum size of a value, and the
/// encoding of literals.
///
/// ```swift
/// let everyday = Compression.automatic
/// let small = Compression.small  // smaller rows that take longer to read
/// let plain = Compression.off
/// ```
public struct Compression: Hashable, Sendable {
  /// Whether compression is disabled.
  public let isOff: Bool
  /// The zstd level, from 1 (fastest writes) to 19 (smallest rows).
  ///
  /// The level hardly affects the speed of reading.
  public let level: Int
  /// The minimum size in bytes of a value to compress; shorter values stay uncompressed.
  public let threshold: Int
  /// Whether zstd also encodes literals, which are the bytes that do not repeat earlier bytes.
  ///
  /// Encoded literals make rows smaller, and reading slower; see
  /// `Docs/Decisions/0008-compression.md`.
  public let encodesLiterals: Bool

  /// Compresses values of 64 bytes or more for fast reading: at level 3, without encoded literals.
  ///
  /// A value stays uncompressed if the block would not be at least one eighth shorter.
  public static let automatic = Compression()
  /// Compresses values of 64 bytes or more into smaller blocks, which take longer to read: at level
  /// 3, with encoded literals.
  ///
  /// A value stays uncompressed if the block would not be at least one eighth shorter.
  public static let small = Compression(encodesLiterals: true)
  /// Keeps all bytes uncompressed.
  public static let off = Compression(
    isOff: true, level: 1, threshold: 0, encodesLiterals: false)

  /// Creates a policy that compresses a value if the block is at least one eighth shorter than the
  /// value.
  ///
  /// - Parameters:
  ///   - level: The zstd level; clamped to 1...19.
  ///   - threshold: The minimum size in bytes of a value to compress; a negative number counts as
  ///     zero.
  ///   - encodesLiterals: Whether zstd encodes literals, for smaller rows that take longer to read.
  public init(level: Int = 3, threshold: Int = 64, encodesLiterals: Bool = false) {
    self.init(
      isOff: false, level: min(max(level, 1), 19), threshold: max(threshold, 0),
      encodesLiterals: encodesLiterals)
  }

  private init(isOff: Bool, level: Int, threshold: Int, encodesLiterals: Bool) {
    self.isOff = isOff
    self.level = level
    self.threshold = threshold
    self.encodesLiterals = encodesLiterals
  }

  /// Returns the maximum length in bytes of a compressed block, header included, for a value of
  /// `count` bytes.
  func longestBlock(for count: Int) -> Int { count - (count + 7) / 8 }
}
