/// An archive without the Swift types that wrote it.
///
/// ```swift
/// let archive = try Archive(bytes)
/// print(archive.root)
/// let same = try archive.encoded()
/// ```
///
/// Decoding creates no instance of the program's types. Encoding reproduces the decoded archive.
public struct Archive: Hashable, Sendable {
  /// The archived value.
  public var root: ArchiveValue
  /// The type of the archived value.
  public var rootType: ArchiveType
  /// The shared objects in the order of their numbers, from 1.
  ///
  /// An element is `nil` if only conditional references name the object.
  public var objects: [ArchivedObject?]

  /// Creates an archive of a value.
  public init(_ root: ArchiveValue, type: ArchiveType? = nil, objects: [ArchivedObject?] = []) {
    self.root = root
    rootType = type ?? root.type
    self.objects = objects
  }

  /// Decodes a self-contained archive.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: ``ArchiveError`` with the offset if the bytes are not an archive; `tooDeep` or
  ///   `tooLarge` if a limit is exceeded.
  public init(_ bytes: Span<UInt8>, limits: ArchiveLimits = ArchiveLimits()) throws {
    try limits.check(size: bytes.count)
    let head = try ArchiveHead(selfContained: bytes)
    self = try Unarchiver(limits: limits).reading(bytes, head) { try $0.archive() }
  }

  /// Decodes an archive of a store, whose schemas are found by their numbers.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: ``ArchiveError`` with the offset if the bytes are not an archive; `tooDeep` or
  ///   `tooLarge` if a limit is exceeded.
  public init(
    stored bytes: Span<UInt8>, limits: ArchiveLimits = ArchiveLimits(),
    schema: (UInt32) -> ArchiveSchema?
  ) throws {
    self = try Unarchiver(limits: limits).reading(stored: bytes, schema: schema) {
      try $0.archive()
    }
  }

  /// Returns the archive in the self-contained form.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: ``ArchiveError``: `typeMismatch` or `outOfRange` if a value does not have its
  ///   field's type; `unknownReference` if a reference names no object; `tooDeep` or `tooLarge` if
  ///   a limit is exceeded.
  public func encoded(limits: ArchiveLimits = ArchiveLimits()) throws -> [UInt8] {
    try Archiver(limits: limits).encoding({ try $0.append(self) }) { $0.selfContained() }
  }

  /// Returns the archive for a store, which numbers the schemas later.
  ///
  /// - Parameters:
  ///   - limits: The limits of depth and size.
  ///   - evolution: How a store treats other fields of the same version. Pass `open` for archives
  ///     of
  ///     another store, where one version may have had several shapes.
  /// - Throws: ``ArchiveError`` as `encoded(limits:)`.
  public func forStore(
    limits: ArchiveLimits = ArchiveLimits(), evolution: ArchiveEvolution = .strict
  ) throws -> EncodedArchive {
    try Archiver(limits: limits).encoding({ writer in
      writer.untyped.evolution = evolution
      try writer.append(self)
    }) { EncodedArchive($0) }
  }
}
