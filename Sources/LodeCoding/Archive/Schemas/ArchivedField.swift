/// A field of a type, identified by its index in the schema of the type.
///
/// `@Archivable` generates a field for every archived property that is not `private`, such as
/// `Person.ArchiveFields.age`. Classes with an archivable superclass have no generated fields.
///
/// ```swift
/// struct Person { var age: Int }
/// let age = ArchivedField<Person, Int>(0)
/// print(age.index)
/// ```
public struct ArchivedField<Root, Value>: Hashable, Sendable {
  /// The index of the field in the schema of `Root`.
  public let index: Int

  /// Creates a field from its index.
  public init(_ index: Int) { self.index = index }
}
