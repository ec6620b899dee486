/// Reads the values at some paths of stored archives, without the types that wrote them.
///
/// ```swift
/// let bytes = try Archiver().withStored(["name": "Ada"], number: { _ in 1 }) { $0.copied() }
/// var reader = ArchivePathReader(["name"])
/// let name = try reader.value(of: 0, in: bytes.span) { _ in nil }
/// print(name ?? .null)
/// ```
///
/// Make one for a scan. All archives that it reads are of one store, so that a number always stands for the same
/// schema.
public struct ArchivePathReader: ~Copyable {
  private let paths: [ArchivePath]
  private let limits: ArchiveLimits

  /// Creates a reader for these paths, which then go by their places among them.
  public init(_ paths: [ArchivePath], limits: ArchiveLimits = ArchiveLimits()) {
    self.paths = paths
    self.limits = limits
  }

  /// The value at a path; `nil` when there is none, or it is nil.
  ///
  /// A value comes without the type of the place where it stands, as ``ArchiveValue/untyped``, and a shared object as the
  /// object to which the reference leads.
  ///
  /// - Parameters:
  ///   - path: the place of the path among those of the reader.
  ///   - schema: finds the schema of a number.
  /// - Complexity: O(bytes).
  /// - Throws: ``ArchiveError`` when the bytes are damaged, as far as the path shows it.
  public mutating func value(
    of path: Int, in bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> ArchiveValue? {
    try Archive(stored: bytes, limits: limits, schema: schema).value(at: paths[path])
  }
}
