// The fields of one object, in the order of the archived schema. An object's fields begin with
// flags. Bit 0 gives the width of the end-table entries, and each optional field has one further
// bit, set if the field is present. The fixed-width fields follow. Then comes the end table with
// the end offset of each variable-width field but the last, and then the variable-width fields.
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
    if slot(field).way != .missing { return true }
    return try isKept(field)
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
    if isPresent(Int32(truncatingIfNeeded: frame.presence)) { return try nextField(as: type) }
    if T.fixedArchiveSize > 0 {
      frame.fixed &+= T.fixedArchiveSize
    } else {
      try moveToNextVariable()
    }
    return nil
  }

  /// Decodes the next field in the schema's order, and leaves the reader after the payload.
  @inlinable @inline(__always)
  mutating func nextField<T: ArchivableValue>(as type: T.Type) throws -> T {
    if T.fixedArchiveSize > 0 {
      cursor.position = frame.fixed
      frame.fixed &+= T.fixedArchiveSize
      guard frame.fixed <= frame.ends else { throw wrongFields() }
      cursor.end = frame.fixed
    } else {
      try moveToNextVariable()
    }
    let value = try T.unarchive(from: &self)
    guard cursor.position == cursor.end else { throw trailingBytes() }
    return value
  }

  /// Moves to the next variable-width field.
  @usableFromInline
  mutating func moveToNextVariable() throws {
    let start = frame.variableStart
    let length = frame.end &- frame.variable
    guard frame.nextEnd <= frame.variable else { throw wrongFields() }
    let end = frame.nextEnd == frame.variable ? length : end(at: frame.nextEnd)
    guard start <= end, end <= length else { throw fieldOutside() }
    frame.nextEnd &+= frame.endSize
    frame.variableStart = end
    cursor.position = frame.variable &+ start
    cursor.end = frame.variable &+ end
  }

  @usableFromInline @inline(never)
  func wrongFields() -> any Error {
    ArchiveError(
      .wrongFields, at: frame.start, "a type decodes other fields than its schema declares")
  }

  @usableFromInline @inline(never)
  func trailingBytes() -> any Error {
    ArchiveError(.trailingBytes, at: cursor.position, "bytes follow the end of the value")
  }

  /// Returns the value of a field that the plan locates, or `nil` if the field is nil, or absent
  /// without a default.
  @inlinable @inline(never)
  mutating func plannedField<T: ArchivableValue>(_ field: Int, as type: T.Type) throws -> T? {
    let slot = slot(field)
    guard slot.way == .same else { return try otherField(field, slot, as: type) }
    guard slot.presence == 0 || isPresent(slot.presence) else { return nil }
    let outer = (cursor.position, cursor.end)
    // A type may catch the error and decode another field, so a failure restores the cursor too.
    defer { (cursor.position, cursor.end) = outer }
    if T.fixedArchiveSize > 0 {
      cursor.position = frame.start &+ Int(slot.position)
      cursor.end = cursor.position &+ T.fixedArchiveSize
    } else {
      try moveToVariable(-1 &- Int(slot.position))
    }
    return try payload(as: type, until: outer.1)
  }

  /// Decodes the payload at the reader's position, and restores `end` as the end of the outer
  /// payload.
  @inlinable @inline(__always)
  mutating func payload<T: ArchivableValue>(as type: T.Type, until end: Int) throws -> T {
    do {
      let value = try T.unarchive(from: &self)
      try finishPayload(end)
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
    return if let kept = try kept(field, as: type) { kept } else { try added(field, as: type) }
  }

  /// Returns the value of a field at a location, or `nil` if the field is nil.
  mutating func field<T: ArchivableValue>(_ slot: FieldPlan.Slot, as type: T.Type) throws -> T? {
    guard slot.presence == 0 || isPresent(slot.presence) else { return nil }
    let outer = (cursor.position, cursor.end)
    defer { (cursor.position, cursor.end) = outer }
    try move(to: slot)
    if slot.way == .same { return try payload(as: type, until: outer.1) }
    let stored = plan.stored.fields[Int(slot.field)].type.unwrapped
    do {
      return try converted(from: stored, as: type)
    } catch {
      leaveInner()
      throw error
    }
  }

  /// Moves to the field at a location.
  mutating func move(to slot: FieldPlan.Slot) throws(ArchiveError) {
    guard slot.position >= 0 else { return try moveToVariable(-1 - Int(slot.position)) }
    let size = plan.stored.fields[Int(slot.field)].type.unwrapped.fixedSize ?? 0
    cursor.position = frame.start + Int(slot.position)
    cursor.end = cursor.position + size
  }

  /// Returns whether the flag with the index `presence` is set.
  @inlinable @inline(__always)
  func isPresent(_ presence: Int32) -> Bool {
    let bit = Int(presence)
    return cursor.bytes[frame.start &+ bit >> 3] & (1 << UInt8(truncatingIfNeeded: bit & 7)) != 0
  }

  /// Moves to a variable-width field by its index among the variable-width fields.
  @usableFromInline
  mutating func moveToVariable(_ index: Int) throws(ArchiveError) {
    let start = index == 0 ? 0 : end(index &- 1)
    let length = frame.end &- frame.variable
    let end = index == frame.endCount ? length : end(index)
    guard start <= end, end <= length else { throw fieldOutside() }
    cursor.position = frame.variable &+ start
    cursor.end = frame.variable &+ end
  }

  @inline(__always)
  private func end(_ index: Int) -> Int { end(at: frame.ends &+ index &* frame.endSize) }

  @inline(__always)
  private func end(at place: Int) -> Int {
    frame.endSize == 2
      ? Int(cursor.bytes.littleEndian(at: place, as: UInt16.self))
      : Int(cursor.bytes.littleEndian(at: place, as: UInt32.self))
  }

  @inline(never)
  private func fieldOutside() -> ArchiveError {
    ArchiveError(.truncated, at: frame.ends, "a field extends beyond its object")
  }

  /// Returns the default of a field that the archived version lacks, or `nil` without a default.
  ///
  /// The default that the store recorded takes precedence if the program's default varies or does
  /// not exist.
  private func added<T: ArchivableValue>(_ field: Int, as type: T.Type) throws -> T? {
    let plan = plan
    guard let wanted = plan.wanted?.fields[field] else { return nil }
    if let recorded = plan.stored.added(named: wanted.name), !recorded.archive.isEmpty,
      recorded.isVarying || wanted.standard == nil
    {
      return try Unarchiver(limits: session.limits, allowing: session.typed.allowing)
        .unarchive(T?.self, from: recorded.archive.span)
    }
    return try wanted.standard?.value(as: type)
  }

  /// Returns the default of a field that is absent or nil, or throws `missingField` without a
  /// default.
  @usableFromInline @inline(never)
  func standard<T: ArchivableValue>(_ field: Int, as type: T.Type) throws -> T {
    guard let value = try plan.wanted?.fields[field].standard?.value(as: type) else {
      throw missing(field)
    }
    return value
  }

  @usableFromInline @inline(never)
  func missing(_ field: Int) -> any Error {
    let schema = plan.wanted ?? plan.stored
    let name = schema.fields[field].name
    return ArchiveError(
      .missingField, at: frame.start,
      "\(schema.name) has no \(name) in version \(plan.stored.version)")
  }

  // Objects.

  /// Begins the object at the reader's position, and returns the state of the outer object's
  /// fields.
  @usableFromInline
  mutating func beginObject(
    _ wanted: ArchiveSchema
  ) throws(ArchiveError) -> FieldFrame {
    try enter()
    let number = try objectNumber()
    let plan = try session.planNumber(schema: number, wanted, at: cursor.position)
    return try beginFields(plan: plan, end: cursor.end)
  }

  /// Reads the schema number of the object at the reader's position.
  mutating func objectNumber() throws(ArchiveError) -> Int {
    let place = cursor.position
    let number = Int(try cursor.varint())
    guard number > 0 else {
      throw ArchiveError(
        .typeMismatch, at: place, "a shared object is where a structure is expected")
    }
    guard number <= session.schemas.count else {
      throw ArchiveError(.unknownReference, at: place, "schema \(number) does not exist")
    }
    return number
  }

  /// Begins the fields from the reader's position to `end`, and returns the state of the outer
  /// fields.
  mutating func beginFields(_ plan: FieldPlan, end: Int) throws(ArchiveError) -> FieldFrame {
    try beginFields(plan: plan.number, end: end)
  }

  /// Begins the fields from the reader's position to `end`, and returns the state of the outer
  /// fields.
  ///
  /// `plan` is the number of the plan that locates the fields.
  @inline(__always)
  mutating func beginFields(plan: Int, end: Int) throws(ArchiveError) -> FieldFrame {
    let outer = frame
    frame = FieldFrame(plan: plan)
    do throws(ArchiveError) {
      try enterFields(end: end)
    } catch {
      frame = outer
      throw error
    }
    return outer
  }

  /// Finds the flags and the end table of the fields between the reader's position and `end`, and
  /// checks their sizes.
  @inline(__always)
  mutating func enterFields(end: Int) throws(ArchiveError) {
    let plan = session.shape(ofPlan: frame.plan)
    let start = cursor.position
    guard plan.fixedEnd <= end - start else { throw shortObject() }
    let ends = start + plan.fixedEnd
    let endSize = cursor.bytes[start] & 1 == 0 ? 2 : 4
    let variable = ends + plan.endCount * endSize
    guard variable <= end else { throw shortObject() }
    guard plan.variableCount > 0 || variable == end else { throw longObject(variable) }
    guard cursor.bytes[start &+ plan.flagSize &- 1] & plan.spareFlags == 0 else {
      throw ArchiveError(
        .unknownFormat, at: start, "flags are set for fields that do not exist")
    }
    if plan.endCount > 1 { try checkEnds(plan.endCount, at: ends, size: endSize) }
    frame.next = plan.isInOrder ? 0 : -1
    frame.start = start
    frame.end = end
    frame.ends = ends
    frame.endSize = endSize
    frame.endCount = plan.endCount
    frame.variable = variable
    frame.fixed = start + plan.flagSize
    frame.nextEnd = ends
    frame.depth = session.depth
  }

  /// Checks that the offsets of the end table ascend.
  ///
  /// Otherwise fields could overlap, and nested objects could be decoded twice at every level.
  private func checkEnds(_ count: Int, at ends: Int, size: Int) throws(ArchiveError) {
    var last = 0
    for place in stride(from: ends, to: ends + count * size, by: size) {
      let next =
        size == 2
        ? Int(cursor.bytes.littleEndian(at: place, as: UInt16.self))
        : Int(cursor.bytes.littleEndian(at: place, as: UInt32.self))
      guard next >= last else {
        throw ArchiveError(.invalidValue, at: place, "the end of a field is before its beginning")
      }
      last = next
    }
  }

  private func shortObject() -> ArchiveError {
    ArchiveError(
      .truncated, at: cursor.position, "the size of an object differs from the size of its fields")
  }

  private func longObject(_ end: Int) -> ArchiveError {
    ArchiveError(.trailingBytes, at: end, "the object has no more fields")
  }

  /// Ends an object, and restores the state of the outer object's fields.
  @usableFromInline
  mutating func endObject(_ outer: consuming FieldFrame) {
    cursor.position = frame.end
    cursor.end = frame.end
    frame = outer
    leave()
  }
}
