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
    let plan = plan
    var values = UntypedReader(cursor, session)
    if plan.stored.isExtensible {
      for group in try values.extensionGroups(frame) {
        extensions.append(try withoutOwnFields(group))
      }
    }
    for index in plan.unknown {
      let field = plan.stored.fields[index]
      let slot = FieldPlan.slot(field.type, at: index, in: plan.stored)
      // A field that refers to instances of classes is skipped.
      guard let value = try values.value(at: slot, in: frame, of: plan.stored),
        !value.hasReferences
      else { continue }
      extensions.keep(ArchivedObject.Field(field.name, type: field.type, value))
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

  // Kept fields: an earlier version of the program did not declare these fields, and kept their
  // values in the group with the empty label.

  /// Returns the value of a kept field, or `.some(nil)` if the value is nil.
  ///
  /// Returns `nil` if the object has no kept field of this name.
  mutating func kept<T: ArchivableValue>(_ field: Int, as type: T.Type) throws -> T?? {
    guard let (group, index) = try keptField(field) else { return nil }
    let outer = frame
    defer { frame = outer }
    frame = group
    let slot = FieldPlan.slot(T.archiveType, at: index, in: plan.stored)
    return .some(try self.field(slot, as: type))
  }

  /// Returns the state of the kept fields, and the index of a field among them.
  ///
  /// Returns `nil` if the object has no kept field of this name.
  func keptField(_ field: Int) throws(ArchiveError) -> (group: FieldFrame, index: Int)? {
    let plan = plan
    guard plan.stored.isExtensible, let wanted = plan.wanted,
      let group = try session.keptFields(of: frame, cursor)
    else { return nil }
    let names = session.plan(at: group.plan).stored.fields
    return names.firstIndex { wanted.fields[field].isNamed($0.name) }.map { (group, $0) }
  }
}

extension ReadingSession {
  /// Returns the state of the kept fields of an extensible object, or `nil` without kept fields.
  ///
  /// The group of the kept fields has the empty label and is therefore the first group in the last
  /// variable-width field.
  fileprivate func keptFields(
    of frame: FieldFrame, _ cursor: borrowing ByteCursor
  ) throws(ArchiveError) -> FieldFrame? {
    var cursor = copy cursor
    try frame.moveToVariable(plan(at: frame.plan).shape.sizes.endCount, &cursor)
    guard cursor.count > 0, try takeCount(&cursor, atLeast: 2) > 0 else { return nil }
    let size = Int(try cursor.varint())
    cursor.end = try cursor.endOfPayload(size)
    let plan = plan(number: try takeSchemaNumber(&cursor))
    guard plan.stored.kind == .extension("") else { return nil }
    return try self.frame(plan: plan.number, cursor, end: cursor.end)
  }
}

extension ArchiveSchema.Field {
  /// Returns whether `name` is the field's name or one of its former names.
  func isNamed(_ name: String) -> Bool {
    self.name.hasSameUTF8(name) || formerNames.contains { $0.hasSameUTF8(name) }
  }
}
