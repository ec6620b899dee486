public import LodeCoding
internal import LodeStore

/// A row in the closure of `order`: each archived property of the model is a ``QueryField``.
@dynamicMemberLookup
public struct QueryFields<Root: ArchivableObject> {
  init() {}

  /// A field.
  public subscript<Owner: ArchivableObject, Value: ArchivableValue>(
    dynamicMember field: KeyPath<Root.ArchiveFields.Type, ArchivedField<Owner, Value>>
  ) -> QueryField<Value.Unwrapped> {
    QueryField(names: [Root.ArchiveFields.self[keyPath: field].name])
  }
}

/// A field, or one in it, by which rows are ordered.
///
/// ```swift
/// let query = City.order { ($0.people, .descending($0.name)) }
/// ```
///
/// Nil comes before everything else, and behind it when the order is descending.
@dynamicMemberLookup
public struct QueryField<Value: ArchivableValue> {
  let names: [String]
  private(set) var isDescending = false

  init(names: [String]) { self.names = names }

  /// The highest value first.
  public static func descending(_ field: QueryField) -> QueryField {
    var field = field
    field.isDescending = true
    return field
  }

  /// The lowest value first, as without saying so.
  public static func ascending(_ field: QueryField) -> QueryField {
    var field = field
    field.isDescending = false
    return field
  }

  var path: ArchivePath { ArchivePath(names) }

  var order: PathOrder { isDescending ? .descending(path) : .ascending(path) }
}

extension QueryField where Value: ArchivableObject {
  /// A field of the structure, or of the object that is referred to.
  public subscript<Owner: ArchivableObject, Field: ArchivableValue>(
    dynamicMember field: KeyPath<Value.ArchiveFields.Type, ArchivedField<Owner, Field>>
  ) -> QueryField<Field.Unwrapped> {
    QueryField<Field.Unwrapped>(names: names + [Value.ArchiveFields.self[keyPath: field].name])
  }
}
