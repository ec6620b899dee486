// Objects whose fields a program decodes by name. A template is a schema with a name and a version,
// but without fields.
extension ArchiveReader {
  /// Creates another reader at the same position.
  @_lifetime(copy other)
  init(at other: borrowing ArchiveReader) {
    cursor = other.cursor
    frame = other.frame
    session = other.session
  }

  /// Begins an object of the template's type, of at most the template's version.
  ///
  /// Returns the state of the outer object's fields.
  mutating func beginKeyedObject(_ template: ArchiveSchema) throws(ArchiveError) -> FieldFrame {
    try enter()
    let place = cursor.position
    let plan = session.plan(number: try objectNumber())
    guard plan.stored.kind == .structure, session.isName(plan.stored.name, of: template) else {
      throw ArchiveError(
        .typeMismatch, at: place, "the archive has \(plan.stored), not \(template.name)")
    }
    try checkKeyedVersion(plan.stored, template, at: place)
    let outer = try beginFields(plan, end: cursor.end)
    frame.followPlan()
    return outer
  }

  /// Moves to the fields of a class, and returns whether the archived instance has the class.
  mutating func enterKeyedLevel(_ template: ArchiveSchema) throws(ArchiveError) -> Bool {
    for level in session.objects.levels[session.objects.firstLevel...]
    where session.isName(level.schema.name, of: template) {
      cursor.position = level.start
      cursor.end = level.end
      try checkKeyedVersion(level.schema, template, at: level.start)
      _ = try beginFields(session.plan(level.schema), end: level.end)
      frame.followPlan()
      return true
    }
    return false
  }

  /// Throws `futureVersion` if the stored version is later than the version of the template.
  private func checkKeyedVersion(
    _ stored: ArchiveSchema, _ template: ArchiveSchema, at place: Int
  ) throws(ArchiveError) {
    guard stored.version > template.version else { return }
    throw ArchiveError(
      .futureVersion, at: place,
      "\(stored.name) has version \(stored.version); this program has version \(template.version)")
  }

  /// Decodes a field as another type, if the conversion preserves the value.
  mutating func converted<T: ArchivableValue>(
    _ slot: FieldPlan.Slot, from stored: ArchiveType, as type: T.Type
  ) throws -> T {
    let outer = (cursor.position, cursor.end)
    try move(to: slot)
    let value = try converted(from: stored, as: type)
    (cursor.position, cursor.end) = outer
    return value
  }
}
