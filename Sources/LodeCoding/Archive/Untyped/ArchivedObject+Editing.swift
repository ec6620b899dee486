// Changes to an object of any version, for migration steps. Each class of an instance is a level
// with its own fields; a structure has one level.
extension ArchivedObject {
  /// The value of a field of the object's own level or of a superclass, or `nil` if no level has
  /// the field.
  ///
  /// Setting a value keeps the type of an existing field if the type can hold the value exactly.
  /// Otherwise, and for an integer in a floating-point field, the field gets the type that
  /// ``ArchivedObject/Field/init(_:_:)`` gives the value. A new field gets this type too, and
  /// becomes the last field of the object's own level. Setting `nil` removes the field.
  public subscript(name: String) -> ArchiveValue? {
    get { fields.first { $0.name == name }?.value ?? superclass?[name] }
    set {
      if let newValue { set(name, newValue) } else { remove(name) }
    }
  }

  /// Returns whether the object's own level or a superclass has a field.
  public func contains(_ name: String) -> Bool {
    fields.contains { $0.name == name } || superclass?.contains(name) == true
  }

  /// Sets a field, and returns whether the field existed.
  ///
  /// An existing field keeps its type if the type can hold the value exactly. Otherwise, and for an
  /// integer in a floating-point field, the field gets the type that
  /// ``ArchivedObject/Field/init(_:_:)`` gives the value. A new field gets this type too, and
  /// becomes the last field of the object's own level.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - value: The new value.
  @discardableResult
  public mutating func set(_ name: String, _ value: ArchiveValue) -> Bool {
    if update(name, value) { return true }
    fields.append(Field(name, value))
    return false
  }

  /// Removes a field of the object's own level or of a superclass, and returns whether the field
  /// existed.
  @discardableResult
  public mutating func remove(_ name: String) -> Bool {
    if let index = fields.firstIndex(where: { $0.name == name }) {
      fields.remove(at: index)
      return true
    }
    return superclass?.remove(name) ?? false
  }

  /// Renames a field without moving the field; removes an existing field with the new name.
  ///
  /// Returns `false`, and changes nothing, if the field does not exist.
  ///
  /// - Parameters:
  ///   - name: The current name of the field.
  ///   - newName: The new name of the field.
  @discardableResult
  public mutating func rename(_ name: String, to newName: String) -> Bool {
    guard contains(name) else { return false }
    guard name != newName else { return true }
    remove(newName)
    return changeField(name) { $0.name = newName }
  }

  /// Gives the fields of the object's own level the types that a schema declares, if the values
  /// fit.
  ///
  /// A field that a migration step added with a null gets its declared type. A field that a step
  /// filled is no longer optional if the schema declares a type that is not optional.
  package mutating func takeTypes(of schema: ArchiveSchema) {
    for index in fields.indices {
      let (name, value) = (fields[index].name, fields[index].value)
      // The fields usually have the schema's order.
      let isInPlace = index < schema.fields.count && schema.fields[index].name == name
      let place =
        isInPlace
        ? index
        : schema.fields.firstIndex { $0.name == name || $0.formerNames.contains(name) }
      guard let field = place.map({ schema.fields[$0] }), field.type != fields[index].type,
        value.canBe(field.type)
      else { continue }
      fields[index].type = field.type
    }
  }

  /// Renames a field and sets its value; removes the field if the value is `nil`.
  ///
  /// Returns `false`, and changes nothing, if the field does not exist.
  ///
  /// - Parameters:
  ///   - name: The current name of the field.
  ///   - newName: The new name of the field.
  ///   - value: The new value; `nil` removes the field.
  @discardableResult
  public mutating func rename(
    _ name: String, to newName: String, setting value: ArchiveValue?
  ) -> Bool {
    guard rename(name, to: newName) else { return false }
    self[newName] = value
    return true
  }

  /// Returns the type of a field of the object's own level or of a superclass, or `nil` if no level
  /// has the field.
  package func type(of name: String) -> ArchiveType? {
    fields.first { $0.name == name }?.type ?? superclass?.type(of: name)
  }

  /// Changes the type of a field if the new type can hold the field's value as the same kind of
  /// value.
  package mutating func retype(_ name: String, as type: ArchiveType) {
    _ = changeField(name) { field in
      if field.value.canBe(type) { field.type = type }
    }
  }

  /// Sets an existing field, and returns whether the field exists.
  private mutating func update(_ name: String, _ value: ArchiveValue) -> Bool {
    changeField(name) { field in
      if !value.canBe(field.type) { field.type = Field(name, value).type }
      field.value = value
    }
  }

  /// Passes a field of the object's own level or of a superclass to `body`, and returns whether the
  /// field exists.
  private mutating func changeField(_ name: String, _ body: (inout Field) -> Void) -> Bool {
    if let index = fields.firstIndex(where: { $0.name == name }) {
      body(&fields[index])
      return true
    }
    return superclass?.changeField(name, body) ?? false
  }
}

extension ArchivedObject.Field {
  /// Creates a field of the value's natural type, ``ArchiveValue/type``.
  ///
  /// For a null, the type of the field is ``ArchiveType/optional(_:)`` of ``ArchiveType/any``.
  public init(_ name: String, _ value: ArchiveValue) {
    self.init(name, type: value.isNull ? .optional(.any) : value.type, value)
  }
}

extension ArchiveValue {
  /// Returns whether a field of the given type can hold the value as the same kind of value.
  ///
  /// Returns `false` for an integer in a floating-point field, because the field turns the integer
  /// into a floating-point number.
  fileprivate func canBe(_ type: ArchiveType) -> Bool {
    switch (untyped, type.unwrapped.code) {
    case (.int, .double), (.int, .float), (.uint, .double), (.uint, .float): false
    default: canBeArchived(as: type)
    }
  }

  /// Returns whether the value can be archived as a type; uncommon types need a trial encoding.
  private func canBeArchived(as type: ArchiveType) -> Bool {
    switch (type.code, self) {
    case (_, .typed): break
    case (.bool, .bool), (.string, .string), (.data, .data), (.date, .date), (.uuid, .uuid),
      (.optional, .null):
      return true
    case (.optional, _): return canBeArchived(as: type.unwrapped)
    default: if let isHeld = NumberConversion.holds(type, self) { return isHeld }
    }
    return (try? Archiver().encoding({ try type.append(self, to: &$0) }) { _ in }) != nil
  }
}
