public import LodeCoding
internal import LodeStore

/// A row in a condition, as the closure of `where` has it: each archived property of the model is a
/// ``QueryValue``.
///
/// ```swift
/// let big = City.where { city in city.people > 1_000_000 }
/// ```
///
/// The closure does not see rows. It runs once and returns a `Condition`.
@dynamicMemberLookup
public struct QueryRow<Root: ArchivableObject> {
  init() {}

  /// The value of a field.
  public subscript<Owner: ArchivableObject, Value: ArchivableValue>(
    dynamicMember field: KeyPath<Root.ArchiveFields.Type, ArchivedField<Owner, Value>>
  ) -> QueryValue<Value.Unwrapped> {
    QueryValue(
      path: [Root.ArchiveFields.self[keyPath: field].name], mayBeNil: Value.isOptional)
  }
}

/// A value of a row in a condition: that of a field, of a field in it, or one that is calculated of
/// these.
///
/// An optional field is of the type inside, also that of an optional structure. Where there is nil,
/// comparisons are false, except those with nil; `!=` and what stands behind `!` are true then. So
/// nothing is unknown, other than in conditions as text.
///
/// ```swift
/// let query = Person.where { $0.email == nil || $0.email.hasSuffix("@example.org") }
/// ```
@dynamicMemberLookup
public struct QueryValue<Value: ArchivableValue> {
  let operand: Operand
  /// Whether rows of the present version may have nil there.
  let mayBeNil: Bool

  init(_ operand: Operand, mayBeNil: Bool) {
    self.operand = operand
    self.mayBeNil = mayBeNil
  }

  init(path names: [String], mayBeNil: Bool) {
    self.init(.path(ArchivePath(names)), mayBeNil: mayBeNil)
  }

  /// The names of the path; none when the value is calculated.
  private var names: [String] { if case .path(let path) = operand { path.names } else { [] } }
}

extension QueryValue where Value: ArchivableObject {
  /// The value of a field of the structure, or of the object that is referred to.
  public subscript<Owner: ArchivableObject, Field: ArchivableValue>(
    dynamicMember field: KeyPath<Value.ArchiveFields.Type, ArchivedField<Owner, Field>>
  ) -> QueryValue<Field.Unwrapped> {
    QueryValue<Field.Unwrapped>(
      path: names + [Value.ArchiveFields.self[keyPath: field].name],
      mayBeNil: mayBeNil || Field.isOptional)
  }
}

extension QueryValue {
  /// The value of a dictionary's key, or nil if the key is missing.
  public subscript<Element: ArchivableValue>(key: String) -> QueryValue<Element>
  where Value == [String: Element] {
    QueryValue<Element>(path: names + [key], mayBeNil: true)
  }
}

extension QueryValue where Value: RawRepresentable, Value.RawValue: ArchivableValue {
  /// The raw value, which is what archives have of such an enumeration.
  public var rawValue: QueryValue<Value.RawValue.Unwrapped> {
    QueryValue<Value.RawValue.Unwrapped>(operand, mayBeNil: mayBeNil)
  }
}

extension ArchivedField where Root: ArchivableObject {
  /// The name in archives; an empty one when the type has no such field.
  var name: String {
    let fields = Root.archiveSchema.fields
    return fields.indices.contains(index) ? fields[index].name : ""
  }
}

extension ArchivableValue {
  static var isOptional: Bool { Unwrapped.self != Self.self }
}
