// The fields of one object, in the order of the archived schema; `FieldSizes` names their parts.
extension ArchiveReader {
  /// Decodes a field by its index in the type's schema.
  ///
  /// An absent field has the value that ``ArchiveExtensions`` kept, or otherwise the default of the
  /// schema or the store. A nil field has the default of the schema if the type is not optional.
  /// The reader converts a field of another type if the conversion preserves the value, for example
  /// to a wider number or to an optional.
  ///
  /// - Parameters:
  ///   - field: The index of the field in the type's schema.
  ///   - type: The type of the field.
  /// - Complexity: O(n) for n bytes of the field; O(f + n) for a field that the archived version
  ///   lacks, in an object with f fields.
  /// - Throws: Any error that the value's type or a default throws, and ``ArchiveError`` with one
  ///   of these codes:
  ///   - `missingField` if the field is absent or nil, has no default, and is not optional.
  ///   - `typeMismatch` or `outOfRange` if the field does not convert to the type.
  ///   - `wrongFields` if the type decodes other fields than its schema declares.
  ///   - `tooDeep` or `tooLarge` if the value exceeds a limit.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  @inlinable @inline(__always)
  public mutating func decode<T: ArchivableValue>(
    _ field: Int, as type: T.Type = T.self
  ) throws -> T {
    guard let value = try T.unarchiveField(field, from: &self) else {
      return try standard(field, as: type)
    }
    return value
  }

  /// Returns whether the archived object has a field, even with a nil value.
  ///
  /// Every object of a version that declares the field has the field. An object of another version
  /// has the field if ``ArchiveExtensions`` kept a value.
  ///
  /// - Complexity: O(f) for f fields of the object.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `tooLarge` if the groups of kept fields exceed the limit on elements.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidValue`, `typeMismatch`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  @inlinable @inline(__always)
  public mutating func contains(_ field: Int) throws -> Bool {
    if field == frame.next { return true }
    return try isPlannedOrKept(field)
  }

  /// Returns whether the archived schema has the field, or the object kept the field for a later
  /// version.
  @usableFromInline
  mutating func isPlannedOrKept(_ field: Int) throws -> Bool {
    try slot(field).way != .missing || keptField(field) != nil
  }

  /// Returns the value of a field, or `nil` if the field is nil, or absent without a default.
  @inlinable @inline(__always)
  mutating func field<T: ArchivableValue>(_ field: Int, as type: T.Type) throws -> T? {
    guard field == frame.next else { return try plannedField(field, as: type) }
    frame.next &+= 1
    return try nextField(as: type)
  }

  /// Returns the value of an optional field, or `nil` if the field is nil, or absent without a
  /// default.
  @inlinable @inline(__always)
  mutating func optionalField<T: ArchivableValue>(_ field: Int, as type: T.Type) throws -> T? {
    guard field == frame.next else { return try plannedField(field, as: type) }
    frame.next &+= 1
    frame.presence &+= 1
    if frame.isPresent(Int32(truncatingIfNeeded: frame.presence), cursor.bytes) {
      return try nextField(as: type)
    }
    if T.fixedArchiveSize > 0 {
      frame.fixed &+= T.fixedArchiveSize
    } else {
      try frame.moveToNextVariable(&cursor)
    }
    return nil
  }

  /// Decodes the next field in the schema's order, and leaves the reader after the payload.
  @inlinable @inline(__always)
  mutating func nextField<T: ArchivableValue>(as type: T.Type) throws -> T {
    if T.fixedArchiveSize > 0 {
      cursor.position = frame.fixed
      frame.fixed &+= T.fixedArchiveSize
      guard frame.fixed <= frame.ends else { throw frame.wrongFields() }
      cursor.end = frame.fixed
    } else {
      try frame.moveToNextVariable(&cursor)
    }
    let value = try T.unarchive(from: &self)
    guard cursor.position == cursor.end else { throw cursor.trailingBytes() }
    return value
  }

  /// Returns the value of a field that the plan locates, or `nil` if the field is nil, or absent
  /// without a default.
  @inlinable @inline(never)
  mutating func plannedField<T: ArchivableValue>(_ field: Int, as type: T.Type) throws -> T? {
    let slot = slot(field)
    guard slot.way == .same else { return try otherField(field, slot, as: type) }
    guard frame.holds(slot, cursor.bytes) else { return nil }
    let outer = (cursor.position, cursor.end)
    // A type may catch the error and decode another field, so a failure restores the cursor too.
    defer { (cursor.position, cursor.end) = outer }
    if T.fixedArchiveSize > 0 {
      cursor.position = frame.start &+ Int(slot.position)
      cursor.end = cursor.position &+ T.fixedArchiveSize
    } else {
      try frame.moveToVariable(-1 &- Int(slot.position), &cursor)
    }
    return try payload(as: type, until: outer.1)
  }

  /// Decodes the payload at the reader's position, and restores `end` as the end of the outer
  /// payload.
  @inlinable @inline(__always)
  mutating func payload<T: ArchivableValue>(as type: T.Type, until end: Int) throws -> T {
    do {
      let value = try T.unarchive(from: &self)
      try cursor.finishPayload(end)
      return value
    } catch {
      leaveInner()
      throw error
    }
  }

  /// Restores the nesting depth of the object after a field failed to decode.
  @usableFromInline @inline(never)
  func leaveInner() { session.depth = frame.depth }

  /// Returns the value of a field that is kept, added later, or of another type; otherwise `nil`.
  @usableFromInline
  mutating func otherField<T: ArchivableValue>(
    _ field: Int, _ slot: FieldPlan.Slot, as type: T.Type
  ) throws -> T? {
    if slot.way != .missing { return try self.field(slot, as: type) }
    if let kept = try kept(field, as: type) { return kept }
    return try plan.added(field, as: type, in: session)
  }

  /// Returns the value of a field at a location, or `nil` if the field is nil.
  mutating func field<T: ArchivableValue>(_ slot: FieldPlan.Slot, as type: T.Type) throws -> T? {
    guard frame.holds(slot, cursor.bytes) else { return nil }
    let outer = (cursor.position, cursor.end)
    defer { (cursor.position, cursor.end) = outer }
    try frame.move(&cursor, to: slot, of: plan.stored)
    if slot.way == .same { return try payload(as: type, until: outer.1) }
    let stored = plan.stored.fields[Int(slot.field)].type.unwrapped
    do {
      var values = UntypedReader(cursor, session)
      return try values.converted(from: stored, as: type)
    } catch {
      leaveInner()
      throw error
    }
  }

  /// Returns the default of a field that is absent or nil, or throws `missingField` without a
  /// default.
  @usableFromInline @inline(never)
  func standard<T: ArchivableValue>(_ field: Int, as type: T.Type) throws -> T {
    let plan = plan
    guard let value = try plan.wanted?.fields[field].standard?.value(as: type) else {
      throw plan.missing(field, at: frame.start)
    }
    return value
  }

  // Objects.

  /// Begins the object at the reader's position, and returns the state of the outer object's
  /// fields.
  @usableFromInline
  mutating func beginObject(
    _ wanted: ArchiveSchema
  ) throws(ArchiveError) -> FieldFrame {
    try session.enter(at: cursor.position)
    let number = try session.takeSchemaNumber(&cursor)
    let plan = try session.planNumber(schema: number, wanted, at: cursor.position)
    return try beginFields(plan: plan)
  }

  /// Begins the fields of the current payload, and returns the state of the outer fields.
  ///
  /// `plan` is the number of the plan that locates the fields.
  @inline(__always)
  mutating func beginFields(plan: Int) throws(ArchiveError) -> FieldFrame {
    let outer = frame
    frame = try session.frame(plan: plan, cursor, end: cursor.end)
    return outer
  }

  /// Ends an object, and restores the state of the outer object's fields.
  @usableFromInline
  mutating func endObject(_ outer: consuming FieldFrame) {
    cursor.position = frame.end
    cursor.end = frame.end
    frame = outer
    session.leave()
  }
}
