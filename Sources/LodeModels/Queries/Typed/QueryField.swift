public import LodeCoding
internal import LodeStore

/// The fields of a model, as the argument of closures that name fields.
///
/// The closures of `order`, `values`, `sum`, and similar calls get this value, which has a
/// ``QueryField`` for each archived property.
///
/// ```swift
/// let query = City.order { fields in fields.people }
/// ```
@dynamicMemberLookup
public struct QueryFields<Root: ArchivableObject> {
  init() {}

  /// The field of a property.
  public subscript<Owner: ArchivableObject, Value: ArchivableValue>(
    dynamicMember field: KeyPath<Root.ArchiveFields.Type, ArchivedField<Owner, Value>>
  ) -> QueryField<Value.Unwrapped> {
    QueryField(names: [Root.ArchiveFields.self[keyPath: field].name])
  }
}

/// A field, or a nested field, that a query sorts by or that a field query reads.
///
/// ```swift
/// let query = City.order { ($0.people, .descending($0.name)) }
/// ```
///
/// Nil comes first in ascending order, and last in descending order.
@dynamicMemberLookup
public struct QueryField<Value: ArchivableValue> {
  let names: [String]
  private(set) var isDescending = false

  /// Returns the field in descending order.
  public static func descending(_ field: QueryField) -> QueryField {
    QueryField(names: field.names, isDescending: true)
  }

  /// Returns the field in ascending order, which is the default.
  public static func ascending(_ field: QueryField) -> QueryField {
    QueryField(names: field.names)
  }

  var path: ArchivePath { ArchivePath(names) }

  var order: PathOrder { isDescending ? .descending(path) : .ascending(path) }
}

extension QueryField where Value: ArchivableObject {
  /// A field of the structure or the object that this field holds.
  public subscript<Owner: ArchivableObject, Field: ArchivableValue>(
    dynamicMember field: KeyPath<Value.ArchiveFields.Type, ArchivedField<Owner, Field>>
  ) -> QueryField<Field.Unwrapped> {
    QueryField<Field.Unwrapped>(names: names + [Value.ArchiveFields.self[keyPath: field].name])
  }
}
