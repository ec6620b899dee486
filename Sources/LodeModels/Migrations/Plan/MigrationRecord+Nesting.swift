public import LodeCoding

extension MigrationRecord {
  /// Returns the object in a field, or the class instance to which the field refers.
  ///
  /// The result is `nil` if the field is absent or holds another value. The result is a copy; to
  /// change the object, call ``change(_:_:)``. The program need not have the object's type.
  public func object(_ name: String) -> MigrationRecord? {
    self[name].flatMap { record($0) }
  }

  /// Returns copies of the objects in the array that a field holds; the result omits other
  /// elements.
  ///
  /// The result is empty if the field is absent or does not hold an array.
  public func objects(_ name: String) -> [MigrationRecord] {
    (self[name]?.array ?? []).compactMap { record($0) }
  }

  /// Returns a copy of the object that a value holds or refers to, or `nil` for another value.
  public func record(_ value: ArchiveValue) -> MigrationRecord? {
    switch value.untyped {
    case .object(let object): MigrationRecord(object, objects: objects)
    case .reference(let number) where objects.indices.contains(number - 1):
      objects[number - 1].map { MigrationRecord($0, objects: objects) }
    default: nil
    }
  }

  /// Changes the object in a field, and returns whether the field holds an object.
  ///
  /// For a class instance, the call returns `false`; to change instances, add a step for the class.
  /// The record does not change on failure.
  ///
  /// - Complexity: O(size of the object).
  /// - Throws: Any error that `body` throws.
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

  /// The value of a field that an `ArchiveExtensionField` added, or `nil` if the field is absent.
  ///
  /// `label` is the label of the `ArchiveExtensionField`. The empty label stands for the stored
  /// fields that the type does not declare. Setting `nil` removes the field. Setting a value has no
  /// effect if the type, at the object's version, had no property of type `ArchiveExtensions`.
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
