/// A decoded archive, without the Swift types of its values.
///
/// ```swift
/// let bytes = try Archiver.archive(["apples": 3, "pears": 5])
/// let archive = try Archive(bytes.span)
/// print(archive.root)
/// let same = try archive.encoded()
/// ```
///
/// Decoding creates no instance of the program's types. Encoding a decoded archive preserves its
/// values and types.
public struct Archive: Hashable, Sendable {
  /// The archived value.
  public var root: ArchiveValue
  /// The type of the archived value.
  public var rootType: ArchiveType
  /// The instances of classes; a reference names an instance by the instance's index plus 1.
  ///
  /// An element is `nil` if only conditional references, such as archived `weak` properties, name
  /// the instance.
  public var objects: [ArchivedObject?]

  /// Creates an archive of a value.
  ///
  /// - Parameters:
  ///   - root: The archived value.
  ///   - type: The type of the archived value; by default the natural type, ``ArchiveValue/type``.
  ///   - objects: The instances of classes that the value refers to.
  public init(_ root: ArchiveValue, type: ArchiveType? = nil, objects: [ArchivedObject?] = []) {
    self.root = root
    rootType = type ?? root.type
    self.objects = objects
  }
}
