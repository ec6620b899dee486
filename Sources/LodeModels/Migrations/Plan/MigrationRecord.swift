public import LodeCoding

/// An object of an earlier version, which a row step changes; see ``Step``.
///
/// A step needs no Swift type of the earlier version:
///
/// ```swift
/// let step = Step(Person.self, from: 1, to: 2) { record in
///   record.rename("mail", to: "email")
///   try record.transform("birth") { (date: Date) in date.timeIntervalSince1970 }
///   record["note"] = "from version 1"
///   record.remove("fax")
/// }
/// ```
///
/// A field is absent if the version that wrote the object did not declare the field. A declared
/// field that is `nil` is present as `ArchiveValue.null`. An object includes the fields of its
/// superclasses.
///
/// If a field of the current type declares former names, as in `@Stored(was: "old")`, each method
/// accepts the current name and the former names. In the record of a nested object, each method
/// accepts only the name that the object has.
public struct MigrationRecord: Sendable {
  /// The object after the changes so far.
  public internal(set) var object: ArchivedObject
  /// The class instances to which values refer by number, counted from 1.
  let objects: [ArchivedObject?]
  /// The current schema of the type; `nil` if the program does not have the type.
  private let schema: ArchiveSchema?

  init(_ object: ArchivedObject, objects: [ArchivedObject?], schema: ArchiveSchema? = nil) {
    self.object = object
    self.objects = objects
    self.schema = schema
  }

  /// Returns the name under which the object has a field: the given name, or another current or
  /// former name of the field.
  ///
  /// Returns the given name if the object does not have the field.
  private func name(_ name: String) -> String {
    guard let schema, !object.contains(name) else { return name }
    let field = schema.fields.first { $0.name == name || $0.formerNames.contains(name) }
    guard let field else { return name }
    return ([field.name] + field.formerNames).first(where: object.contains) ?? name
  }

  /// Renames a field to the given name, if the object has the field under another current or former
  /// name.
  mutating func settle(_ name: String) {
    let old = self.name(name)
    if old != name { object.rename(old, to: name) }
  }

  /// Gives a changed field the program's type, if the program cannot read the stored type, and the
  /// value fits the program's type.
  private mutating func fit(_ name: String) {
    guard let wanted = schema?.fields.first(where: { $0.name == name })?.type,
      let type = object.type(of: name), !type.widens(to: wanted)
    else { return }
    object.retype(name, as: wanted)
  }

  /// The type's name in archives.
  public var typeName: String { object.name }

  /// The version of the object.
  public var version: Int { object.version }

  /// The name of an enumeration's case; `nil` for an object that is not a case.
  ///
  /// Setting the name changes the case; setting `nil` has no effect.
  public var caseName: String? {
    get { if case .enumCase(let name) = object.kind { name } else { nil } }
    set { if let newValue, caseName != nil { object.kind = .enumCase(newValue) } }
  }

  /// The names of the fields; fields of superclasses come first.
  public var fieldNames: [String] {
    object.allFields.map(\.name)
  }

  /// The value of a field; `nil` if the field is absent.
  ///
  /// Setting a value adds an absent field. An existing field keeps its stored type if the value
  /// fits, and otherwise gets the type of the value. If the program cannot read the resulting type,
  /// the field gets the type that the program declares, provided that the value fits. Setting `nil`
  /// removes the field.
  public subscript(name: String) -> ArchiveValue? {
    get { object[self.name(name)] }
    set {
      settle(name)
      object[name] = newValue
      fit(name)
    }
  }

  /// Returns whether the object has a field.
  public func contains(_ name: String) -> Bool { object.contains(self.name(name)) }

  /// Sets a field to a Swift value, and returns whether the field existed.
  ///
  /// The record does not change on failure.
  ///
  /// - Complexity: O(size of the value).
  /// - Throws: `ArchiveError` with one of these codes:
  ///   - `typeMismatch` if the value holds instances of classes.
  ///   - `tooDeep` or `tooLarge` if the value exceeds a limit of archives.
  ///   - Another code if the value cannot be archived.
  @discardableResult
  public mutating func set<T: ArchivableValue>(_ name: String, to value: T) throws -> Bool {
    let value = try ArchiveValue(archiving: value)
    settle(name)
    let wasThere = object.set(name, value)
    fit(name)
    return wasThere
  }

  /// Sets a field that is absent or null, and returns whether the field was set.
  @discardableResult
  public mutating func setIfAbsent(_ name: String, _ value: ArchiveValue) -> Bool {
    if let old = self[name], old.untyped != .null { return false }
    self[name] = value
    return true
  }

  /// Removes a field, and returns whether the field existed.
  @discardableResult
  public mutating func remove(_ name: String) -> Bool {
    settle(name)
    return object.remove(name)
  }

  /// Renames a field, and returns whether the field existed.
  ///
  /// The field keeps its position, and replaces an existing field with the new name. Nothing
  /// changes if the field does not exist.
  @discardableResult
  public mutating func rename(_ name: String, to newName: String) -> Bool {
    settle(name)
    return object.rename(name, to: newName)
  }

  /// Renames a field and sets its value, and returns whether the field existed.
  ///
  /// The field replaces an existing field with the new name. A value of `nil` removes the field.
  /// Nothing changes if the field does not exist.
  @discardableResult
  public mutating func replace(
    _ name: String, with newName: String, value: ArchiveValue?
  ) -> Bool {
    settle(name)
    let wasThere = object.rename(name, to: newName, setting: value)
    if wasThere { fit(newName) }
    return wasThere
  }
}
