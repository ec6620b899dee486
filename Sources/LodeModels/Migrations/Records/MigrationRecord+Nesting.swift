public import LodeCoding

extension MigrationRecord {
  /// The object in a field, or the instance that it refers to; `nil` when the field is absent or
  /// holds something else.
  ///
  /// The object's type may no longer exist in the program; its fields are still available.
  public func object(_ name: String) -> MigrationRecord? {
    self[name].flatMap { record($0) }
  }

  /// The objects in a field that holds an array; empty when it is absent or holds something else.
  ///
  /// Elements that are no objects are left out.
  public func objects(_ name: String) -> [MigrationRecord] {
    (self[name]?.array ?? []).compactMap { record($0) }
  }

  /// The object that a value is or refers to.
  public func record(_ value: ArchiveValue) -> MigrationRecord? {
    switch value.untyped {
    case .object(let object): MigrationRecord(object, objects: objects)
    case .reference(let number) where objects.indices.contains(number - 1):
      objects[number - 1].map { MigrationRecord($0, objects: objects) }
    default: nil
    }
  }

  /// Changes the object in a field, where it stands; says whether there was one.
  ///
  /// Instances of classes are changed by steps of their own types.
  @discardableResult
  public mutating func change(
    _ name: String, _ body: (inout MigrationRecord) throws -> Void
  ) rethrows -> Bool {
    guard let value = self[name], let nested = value.object else { return false }
    var record = MigrationRecord(nested, objects: objects)
    try body(&record)
    self[name] = .object(record.object)
    return true
  }

  /// The value of a field that an extension of the type added, under the extension's label; `nil`
  /// when it is absent.
  ///
  /// Fields that the type does not have any more are under the empty label. Setting `nil` removes
  /// the field, and the last one its group. Nothing is set in an object whose type has no place for
  /// extensions.
  public subscript(name: String, extension label: String) -> ArchiveValue? {
    get {
      object.extensions?.first { $0.label == label }?.fields.first { $0.name == name }?.value
    }
    set {
      guard var groups = object.extensions else { return }
      let index = groups.firstIndex { $0.label == label }
      var group = index.map { groups[$0] } ?? ArchivedObject.Group(label, fields: [])
      let place = group.fields.firstIndex { $0.name == name }
      switch (newValue, place) {
      case (let value?, let place?): group.fields[place] = ArchivedObject.Field(name, value)
      case (let value?, nil): group.fields.append(ArchivedObject.Field(name, value))
      case (nil, let place?): group.fields.remove(at: place)
      case (nil, nil): return
      }
      if let index { groups.remove(at: index) }
      if !group.fields.isEmpty { groups.append(group) }
      object.extensions = groups.sorted { $0.label.utf8.lexicographicallyPrecedes($1.label.utf8) }
    }
  }
}
