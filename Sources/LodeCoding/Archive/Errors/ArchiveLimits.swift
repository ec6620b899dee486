/// How much an archive may ask of the program that reads or writes it.
///
/// ```swift
/// var limits = ArchiveLimits()
/// limits.depth = 32
/// ```
public struct ArchiveLimits: Hashable, Sendable {
  /// How deep values may be nested in each other; each level takes some of the thread's stack.
  ///
  /// Default: 200.
  ///
  /// Each array, set, dictionary and object is one level, the outermost too; a document is a level
  /// itself. Values that are Codable take two levels each, because their own code needs more of the
  /// stack.
  ///
  /// Shared objects count from where they are used.
  public var depth = 200
  /// How many bytes an archive may have.
  ///
  /// Default: 2 GiB, which is also the most that the format has room for.
  public var size = Int(Int32.max)
  /// How many elements, entries and shared objects an archive may have in all.
  ///
  /// Default: no limit but the size, since each takes a byte at least.
  public var count = Int.max

  /// Creates the default limits.
  public init() {}

  /// Refuses an archive of more bytes than the limit.
  func check(size count: Int) throws(ArchiveError) {
    guard count <= size else {
      throw ArchiveError(.tooLarge, at: size, "the archive has \(count) bytes")
    }
  }
}
