public import LodeCoding

/// An object of an earlier version as a ``Step`` has it: fields by their names, without the Swift
/// type that wrote it.
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
/// A field is absent if the version that wrote the object did not declare it. A declared field that
/// is `nil` is present as ``ArchiveValue/null``. An object also has the fields of its superclasses.
///
/// A field that the type declares to have had other names (`@Stored(was: "old")`) is found by each
/// of them, so that a step need not know on which side of that change the object is.
public struct MigrationRecord: Sendable {
  /// The object.
  public internal(set) var object: ArchivedObject
  /// The instances of classes that values may refer to.
  let objects: [ArchivedObject?]
  /// The type as it is today, when the program has it.
  private let schema: ArchiveSchema?

  init(_ object: ArchivedObject, objects: [ArchivedObject?], schema: ArchiveSchema? = nil) {
    self.object = object
    self.objects = objects
    self.schema = schema
  }

  /// The name under which the object has a field: the one given, or another one that the field has
  /// or had.
  private func name(_ name: String) -> String {
    guard let schema, !object.contains(name) else { return name }
    let field = schema.fields.first { $0.name == name || $0.formerNames.contains(name) }
    guard let field else { return name }
    return ([field.name] + field.formerNames).first(where: object.contains) ?? name
  }

  /// Gives a field that the object has under another of its names the one given.
  mutating func settle(_ name: String) {
    let old = self.name(name)
    if old != name { object.rename(old, to: name) }
  }

  /// Gives a field that was set the type that it has today, when the value can be one of that and
  /// is not read so as it is.
  private mutating func fit(_ name: String) {
    guard let wanted = schema?.fields.first(where: { $0.name == name })?.type,
      let type = object.type(of: name), !type.widens(to: wanted)
    else { return }
    object.retype(name, as: wanted)
  }

  /// The name of the type, as the archive has it.
  public var typeName: String { object.name }

  /// The version of the object.
  public var version: Int { object.version }

  /// The name of the case, of an object that is one of an enumeration; another name makes it
  /// another case.
  public var caseName: String? {
    get { if case .enumCase(let name) = object.kind { name } else { nil } }
    set { if let newValue, caseName != nil { object.kind = .enumCase(newValue) } }
  }

  /// The names of the fields, superclasses first.
  public var fieldNames: [String] {
    var names = object.fields.map(\.name)
    var level = object.superclass
    while let part = level {
      names = part.fields.map(\.name) + names
      level = part.superclass
    }
    return names
  }

  /// The value of a field; `nil` when it is absent.
  ///
  /// Setting a value keeps the field's type when the value can be one of it, and gives it the type
  /// that it has today when only that is read as the type of today. Setting `nil` removes the
  /// field.
  public subscript(name: String) -> ArchiveValue? {
    get { object[self.name(name)] }
    set {
      settle(name)
      object[name] = newValue
      fit(name)
    }
  }

  /// Whether there is a field of a name.
  public func contains(_ name: String) -> Bool { object.contains(self.name(name)) }

  /// Sets a field to a Swift value, and returns whether the field existed.
  ///
  /// - Throws: `ArchiveError` if the value cannot be archived on its own.
  @discardableResult
  public mutating func set<T: ArchivableValue>(_ name: String, to value: T) throws -> Bool {
    let value = try ArchiveValue(archiving: value)
    settle(name)
    let wasThere = object.set(name, value)
    fit(name)
    return wasThere
  }

  /// Sets a field that is absent or null, and leaves any other as it is; says whether it set it.
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

  /// Gives a field another name, in its place; one that has that name already is overwritten.
  ///
  /// Says whether there was such a field; nothing changes when there was none.
  @discardableResult
  public mutating func rename(_ name: String, to newName: String) -> Bool {
    settle(name)
    return object.rename(name, to: newName)
  }

  /// Gives a field another name and another value; `nil` removes it.
  ///
  /// Says whether there was such a field; nothing changes when there was none, even though there is
  /// a value.
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
