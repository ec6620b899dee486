/// An archive as it is without the Swift types that wrote it.
///
/// ```swift
/// let archive = try Archive(bytes)
/// print(archive.root)
/// let same = try archive.encoded()
/// ```
///
/// Reading makes no instance of any type of the program; writing gives back what was read.
public struct Archive: Hashable, Sendable {
  /// The archived value.
  public var root: ArchiveValue
  /// The type of the archived value.
  public var rootType: ArchiveType
  /// The shared objects, the one of number 1 first; `nil` for those that were archived only on the
  /// condition that something else archives them.
  public var objects: [ArchivedObject?]

  /// Creates an archive of a value.
  public init(_ root: ArchiveValue, type: ArchiveType? = nil, objects: [ArchivedObject?] = []) {
    self.root = root
    rootType = type ?? root.type
    self.objects = objects
  }

  /// Reads a self-contained archive.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: ``ArchiveError`` when the bytes are none, with the place; `tooDeep`, `tooLarge`.
  public init(_ bytes: Span<UInt8>, limits: ArchiveLimits = ArchiveLimits()) throws {
    try limits.check(size: bytes.count)
    let head = try ArchiveHead(selfContained: bytes)
    self = try Unarchiver(limits: limits).reading(bytes, head) { try $0.archive() }
  }

  /// Reads an archive of a store, whose schemas are found by their numbers.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: as the other initializer.
  public init(
    stored bytes: Span<UInt8>, limits: ArchiveLimits = ArchiveLimits(),
    schema: (UInt32) -> ArchiveSchema?
  ) throws {
    self = try Unarchiver(limits: limits).reading(stored: bytes, schema: schema) {
      try $0.archive()
    }
  }

  /// The archive in the self-contained form.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: ``ArchiveError`` with `typeMismatch` or `outOfRange` when a value is not of the type
  ///   of its field, `unknownReference`, `tooDeep`, `tooLarge`.
  public func encoded(limits: ArchiveLimits = ArchiveLimits()) throws -> [UInt8] {
    try Archiver(limits: limits).encoding({ try $0.append(self) }) { $0.selfContained() }
  }

  /// The archive for a store, which gives the schemas their numbers later.
  ///
  /// - Parameters:
  ///   - limits: The limits of depth and size.
  ///   - evolution: What a store does that knows a version of a type with other fields. Pass `open`
  ///     for archives of another store, where one version may have had several shapes.
  /// - Throws: as `encoded(limits:)`.
  public func forStore(
    limits: ArchiveLimits = ArchiveLimits(), evolution: ArchiveEvolution = .strict
  ) throws -> EncodedArchive {
    try Archiver(limits: limits).encoding({ writer in
      writer.untyped.evolution = evolution
      try writer.append(self)
    }) { EncodedArchive($0) }
  }
}
