/// A field of a type's archives, by its place in the schema.
///
/// `@Archivable` makes one for every property of a structure, and of a class without an archivable
/// superclass: `Person.ArchiveFields.age`.
public struct ArchivedField<Root, Value>: Hashable, Sendable {
  /// The place in `archiveSchema`.
  public let index: Int

  /// Creates a field.
  public init(_ index: Int) { self.index = index }
}
