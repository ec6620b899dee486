extension ArchiveReader {
  /// Decodes the fields that the object has beyond its type's own fields.
  ///
  /// Skips a field of the archived version that this version lacks, if the field refers to
  /// instances of classes.
  ///
  /// - Complexity: O(n + f²) for n bytes of these fields, and f fields of the object.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if a field that another module added, or a kept field, refers to an
  ///     instance of a class.
  ///   - `typeMismatch` if an object has a schema of another kind.
  ///   - `tooDeep` or `tooLarge` if the fields exceed a limit.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  public mutating func decodeExtensions() throws -> ArchiveExtensions {
    var extensions = ArchiveExtensions()
    if plan.stored.isExtensible {
      let groups = try atExtensions { reader throws in try reader.extensionGroups() }
      for group in groups { extensions.append(try withoutOwnFields(group)) }
    }
    for index in plan.unknown {
      guard let field = try unknownField(index) else { continue }
      extensions.keep(field)
    }
    return extensions
  }

  /// Returns a group without the fields that the type declares again.
  private func withoutOwnFields(_ group: ArchivedObject.Group) throws -> ArchivedObject.Group {
    guard group.fields.allSatisfy({ !$0.value.hasReferences }) else {
      throw ArchiveError(
        .typeMismatch, at: frame.start,
        "the extension \(group.label) refers to instances of classes, which no extension can")
    }
    guard group.label.isEmpty, let wanted = plan.wanted else { return group }
    var group = group
    group.fields.removeAll { field in wanted.fields.contains { $0.isNamed(field.name) } }
    return group
  }

  /// Returns an archived field that the type no longer declares.
  ///
  /// Returns `nil` if the field is nil or refers to instances of classes.
  private mutating func unknownField(_ index: Int) throws -> ArchivedObject.Field? {
    let stored = plan.stored
    let field = stored.fields[index]
    let place = stored.layout.places[index]
    guard place.presence == 0 || isPresent(place.presence) else { return nil }
    let outer = (cursor.position, cursor.end)
    defer { (cursor.position, cursor.end) = outer }
    try move(
      to: FieldPlan.Slot(
        way: .same, presence: place.presence, position: place.position, field: Int32(index)))
    var value = try value(field.type.unwrapped)
    if place.presence > 0 { value = value.inside(field.type) }
    try finishPayload(outer.1)
    return value.hasReferences ? nil : ArchivedObject.Field(field.name, type: field.type, value)
  }

  // Kept fields: an earlier version of the program did not declare these fields, and kept their
  // values in the group with the empty label.

  /// Returns whether the object has the field as a kept field.
  @usableFromInline
  mutating func isKept(_ field: Int) throws -> Bool {
    try withKept(field) { _, _ throws in true } ?? false
  }

  /// Returns the value of a kept field, or `.some(nil)` if the value is nil.
  ///
  /// Returns `nil` if the object has no kept field of this name.
  mutating func kept<T: ArchivableValue>(_ field: Int, as type: T.Type) throws -> T?? {
    try withKept(field) { reader, index throws in
      let slot = FieldPlan.Slot(keptAt: index, in: reader.plan.stored, for: T.archiveType)
      return try reader.field(slot, as: type)
    }
  }

  /// Passes `body` the reader inside the group of kept fields, and the field's index in the group.
  ///
  /// Returns `nil` if the object has no kept field of this name.
  private mutating func withKept<R>(
    _ field: Int, _ body: (inout ArchiveReader, Int) throws -> R
  ) throws -> R? {
    guard plan.stored.isExtensible, let wanted = plan.wanted else { return nil }
    return try atExtensions { reader throws in
      guard try reader.enterKept() else { return nil }
      let names = reader.plan.stored.fields
      guard let index = names.firstIndex(where: { wanted.fields[field].isNamed($0.name) }) else {
        return nil
      }
      return try body(&reader, index)
    }
  }

  /// Moves to the kept fields, whose group has the empty label and is therefore the first group.
  ///
  /// Returns `false` if the object has no kept fields.
  private mutating func enterKept() throws(ArchiveError) -> Bool {
    guard count > 0, try takeCount(atLeast: 2) > 0 else { return false }
    cursor.end = try endOfPayload(Int(try cursor.varint()))
    let plan = session.plan(number: try objectNumber())
    guard plan.stored.kind == .extension("") else { return false }
    _ = try beginFields(plan, end: cursor.end)
    return true
  }

  /// Passes `body` the reader at the groups, which are in the last variable-width field.
  private mutating func atExtensions<R>(_ body: (inout ArchiveReader) throws -> R) throws -> R {
    let outer = (cursor.position, cursor.end, frame)
    defer { (cursor.position, cursor.end, frame) = outer }
    try moveToVariable(plan.shape.variableCount - 1)
    return try body(&self)
  }
}

extension FieldPlan.Slot {
  /// Creates the location of a field in the group of kept fields.
  fileprivate init(keptAt index: Int, in group: ArchiveSchema, for type: ArchiveType) {
    let place = group.layout.places[index]
    self.init(
      way: group.fields[index].type.unwrapped == type.unwrapped ? .same : .converted,
      presence: place.presence, position: place.position, field: Int32(index))
  }
}

extension ArchiveSchema.Field {
  /// Returns whether `name` is the field's name or one of its former names.
  func isNamed(_ name: String) -> Bool {
    self.name.hasSameUTF8(name) || formerNames.contains { $0.hasSameUTF8(name) }
  }
}
