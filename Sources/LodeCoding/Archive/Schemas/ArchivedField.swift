/// A field of a type's archives, identified by its index in the schema.
///
/// `@Archivable` generates a field for every property of a structure, or of a class without an
/// archivable superclass: `Person.ArchiveFields.age`.
public struct ArchivedField<Root, Value>: Hashable, Sendable {
  /// The field's index in `archiveSchema`.
  public let index: Int

  /// Creates a field from its index.
  public init(_ index: Int) { self.index = index }
}
