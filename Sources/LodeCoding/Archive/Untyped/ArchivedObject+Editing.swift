// Changes to an object of whatever version, as a step from one version to the next makes them.
extension ArchivedObject {
  /// The value of a field, of the object's own level or a superclass's; `nil` when there is none of
  /// that name.
  ///
  /// Setting a value keeps the type of an existing field if the value fits it exactly. A new field
  /// becomes the last field of the object's own class. Setting `nil` removes the field.
  public subscript(name: String) -> ArchiveValue? {
    get { fields.first { $0.name == name }?.value ?? superclass?[name] }
    set {
      if let newValue { set(name, newValue) } else { remove(name) }
    }
  }

  /// Whether the object's own level, or a superclass's, has a field.
  public func contains(_ name: String) -> Bool {
    fields.contains { $0.name == name } || superclass?.contains(name) == true
  }

  /// Sets a field, as the subscript does, and returns whether the field existed.
  @discardableResult
  public mutating func set(_ name: String, _ value: ArchiveValue) -> Bool {
    if update(name, value) { return true }
    fields.append(Field(name, value))
    return false
  }

  /// Removes a field, and returns whether the field existed.
  @discardableResult
  public mutating func remove(_ name: String) -> Bool {
    if let index = fields.firstIndex(where: { $0.name == name }) {
      fields.remove(at: index)
      return true
    }
    return superclass?.remove(name) ?? false
  }

  /// Gives a field another name, in its place; a field that has the new name already is removed.
  ///
  /// Returns `false`, and changes nothing, when there is no such field.
  @discardableResult
  public mutating func rename(_ name: String, to newName: String) -> Bool {
    guard contains(name) else { return false }
    guard name != newName else { return true }
    remove(newName)
    return changeField(name) { $0.name = newName }
  }

  /// Gives the fields of the object's own level the types that they have in a schema, as far as
  /// their values can be of these.
  ///
  /// So a null that came into a new field is one of that field's type, and what was filled in is
  /// not optional any more.
  package mutating func takeTypes(of schema: ArchiveSchema) {
    for index in fields.indices {
      let (name, value) = (fields[index].name, fields[index].value)
      // Mostly in the schema's order.
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

  /// Gives a field another name and a new value; `nil` removes the field.
  ///
  /// Returns `false`, and changes nothing, when there is no such field.
  @discardableResult
  public mutating func rename(
    _ name: String, to newName: String, setting value: ArchiveValue?
  ) -> Bool {
    guard rename(name, to: newName) else { return false }
    self[newName] = value
    return true
  }

  /// The type of a field; `nil` when there is none of that name.
  package func type(of name: String) -> ArchiveType? {
    fields.first { $0.name == name }?.type ?? superclass?.type(of: name)
  }

  /// Gives a field another type, when its value can be one of that.
  package mutating func retype(_ name: String, as type: ArchiveType) {
    _ = changeField(name) { field in
      if field.value.canBe(type) { field.type = type }
    }
  }

  private mutating func update(_ name: String, _ value: ArchiveValue) -> Bool {
    changeField(name) { field in
      if !value.canBe(field.type) { field.type = Field(name, value).type }
      field.value = value
    }
  }

  private mutating func changeField(_ name: String, _ body: (inout Field) -> Void) -> Bool {
    if let index = fields.firstIndex(where: { $0.name == name }) {
      body(&fields[index])
      return true
    }
    return superclass?.changeField(name, body) ?? false
  }
}

extension ArchivedObject.Field {
  /// Creates a field of the value's natural type, or of `Any?` for a null.
  public init(_ name: String, _ value: ArchiveValue) {
    self.init(name, type: value.isNull ? .optional(.any) : value.type, value)
  }
}

extension ArchiveValue {
  /// Whether a field of this type can have the value, as what it is: a whole number would not be
  /// one any more among fractions.
  fileprivate func canBe(_ type: ArchiveType) -> Bool {
    switch (untyped, type.unwrapped.code) {
    case (.int, .double), (.int, .float), (.uint, .double), (.uint, .float): false
    default: canBeArchived(as: type)
    }
  }

  /// Whether a place of a type can have the value; found without writing it, where that is known.
  private func canBeArchived(as type: ArchiveType) -> Bool {
    switch (type.code, self) {
    case (_, .typed): break
    case (.bool, .bool), (.string, .string), (.data, .data), (.date, .date), (.uuid, .uuid),
      (.optional, .null):
      return true
    case (.optional, _): return canBeArchived(as: type.unwrapped)
    default: if let isNumber = isNumber(type) { return isNumber }
    }
    return (try? Archiver().encoding({ try $0.append(self, as: type) }) { _ in }) != nil
  }
}
