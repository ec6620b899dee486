/// The limits on an archive that a program encodes or decodes.
///
/// ```swift
/// var limits = ArchiveLimits()
/// limits.depth = 32
/// ```
public struct ArchiveLimits: Hashable, Sendable {
  /// The maximum depth of nested values; each level takes some of the thread's stack.
  ///
  /// Default: 200.
  ///
  /// Each array, set, dictionary, and object is one level, including the outermost value. A
  /// document is one level too. A Codable value takes two levels, because its own code needs more
  /// of the stack.
  ///
  /// A shared object counts from the value that refers to it.
  public var depth = 200
  /// The maximum size of an archive in bytes.
  ///
  /// Default: 2 GiB, which is also the maximum of the format.
  public var size = Int(Int32.max)
  /// The maximum total number of elements, entries, and shared objects.
  ///
  /// Default: no limit except the size, because each element takes at least one byte.
  public var count = Int.max

  /// Creates the default limits.
  public init() {}

  /// Refuses an archive whose size exceeds the limit.
  func check(size count: Int) throws(ArchiveError) {
    guard count <= size else {
      throw ArchiveError(.tooLarge, at: size, "the archive has \(count) bytes")
    }
  }
}
