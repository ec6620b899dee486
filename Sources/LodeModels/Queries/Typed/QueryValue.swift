public import LodeCoding
internal import LodeStore

/// A placeholder for a row in the closure of `where`, with a ``QueryValue`` for each archived
/// property.
///
/// ```swift
/// let big = City.where { city in city.people > 1_000_000 }
/// ```
///
/// The closure runs once, without a row, and returns a condition.
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

/// A value of a row in a condition: a field, a nested field, or a calculation.
///
/// For an optional field, `Value` is the wrapped type. If a value is nil, `<`, `<=`, `>`, and `>=`
/// are false, and their negations are true. `==` is true for two nil values, and false for nil and
/// another value. `!=` is the negation of `==`. In a condition written as text, every comparison of
/// a nil value is unknown instead.
///
/// ```swift
/// let query = Person.where { $0.email == nil || $0.email.hasSuffix("@example.org") }
/// ```
@dynamicMemberLookup
public struct QueryValue<Value: ArchivableValue> {
  let operand: Operand
  /// Whether a row of the current schema version can have nil as the value.
  package let mayBeNil: Bool

  init(_ operand: Operand, mayBeNil: Bool) {
    self.operand = operand
    self.mayBeNil = mayBeNil
  }

  init(path names: [String], mayBeNil: Bool) {
    self.init(.path(ArchivePath(names)), mayBeNil: mayBeNil)
  }

  /// The names of the path; empty for a calculated value.
  private var names: [String] { if case .path(let path) = operand { path.names } else { [] } }
}

extension QueryValue where Value: ArchivableObject {
  /// A field of the structure or the object that this value holds.
  public subscript<Owner: ArchivableObject, Field: ArchivableValue>(
    dynamicMember field: KeyPath<Value.ArchiveFields.Type, ArchivedField<Owner, Field>>
  ) -> QueryValue<Field.Unwrapped> {
    QueryValue<Field.Unwrapped>(
      path: names + [Value.ArchiveFields.self[keyPath: field].name],
      mayBeNil: mayBeNil || Field.isOptional)
  }
}

extension QueryValue {
  /// The value of a dictionary at a key; nil if the key is missing.
  public subscript<Element: ArchivableValue>(key: String) -> QueryValue<Element>
  where Value == [String: Element] {
    QueryValue<Element>(path: names + [key], mayBeNil: true)
  }
}

extension QueryValue where Value: RawRepresentable, Value.RawValue: ArchivableValue {
  /// The raw value, which archives store for an enumeration with raw values.
  public var rawValue: QueryValue<Value.RawValue.Unwrapped> {
    QueryValue<Value.RawValue.Unwrapped>(operand, mayBeNil: mayBeNil)
  }
}

extension ArchivedField where Root: ArchivableObject {
  /// The name in archives; empty if the type does not have the field.
  var name: String {
    let fields = Root.archiveSchema.fields
    return fields.indices.contains(index) ? fields[index].name : ""
  }
}

extension ArchivableValue {
  static var isOptional: Bool { Unwrapped.self != Self.self }
}
