/// The limits on archives and JSON texts that a program encodes or decodes.
///
/// ```swift
/// var limits = ArchiveLimits()
/// limits.depth = 32
/// let json = try ArchiveValue(json: "[1, 2]", limits: limits)
/// ```
public struct ArchiveLimits: Hashable, Sendable {
  /// The maximum depth of nested values, in levels; each level takes some of the thread's stack.
  ///
  /// Default: 200.
  ///
  /// Each array, set, dictionary, and object is one level, including the outermost value. An
  /// optional is a level only inside ``ArchiveType/any``. A `Codable` value takes two levels,
  /// because its own code needs more of the stack.
  ///
  /// A JSON text may have up to `3 * depth + 8` nested arrays and objects, because one level of an
  /// archive takes up to three levels of JSON.
  ///
  /// Archiving counts the levels inside each class instance from zero, because archives do not nest
  /// instances. Decoding adds these levels to the depth of the first value that refers to the
  /// instance.
  public var depth = 200
  /// The maximum size of an archive or a JSON text, in bytes.
  ///
  /// Default: 2,147,483,647. Archiving counts the bytes without the schemas.
  public var size = Int(Int32.max)
  /// The maximum number of elements and dictionary entries together; also the maximum number of
  /// class instances.
  ///
  /// Default: `Int.max`. Only decoding checks this limit. In a JSON text, every value counts.
  public var count = Int.max

  /// Creates the default limits.
  public init() {}

  /// Throws `tooLarge` if an archive of `count` bytes exceeds the size limit.
  func check(size count: Int) throws(ArchiveError) {
    guard count <= size else {
      throw ArchiveError(.tooLarge, at: size, "the archive has \(count) bytes")
    }
  }
}
