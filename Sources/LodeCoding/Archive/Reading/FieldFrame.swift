/// The state of the fields of the object that is being decoded.
///
/// ``FieldSizes`` names the parts of the fields.
@usableFromInline
struct FieldFrame {
  /// The number of the plan that locates the fields.
  ///
  /// The session keeps the plan while it decodes, so the frame stores only the number.
  @usableFromInline var plan: Int
  /// The offset of the fields.
  @usableFromInline var start = 0
  /// The offset after the fields.
  @usableFromInline var end = 0
  /// The offset of the end table.
  @usableFromInline var ends = 0
  /// The size of an entry in the end table, in bytes: 2 or 4.
  @usableFromInline var endSize = 2
  /// The number of entries in the end table.
  var endCount = 0
  /// The offset of the first variable-width field.
  @usableFromInline var variable = 0

  /// The nesting depth of the object in levels.
  @usableFromInline var depth = 0
  // If the archived schema has the same fields as the type, the properties below locate fields that
  // are decoded in order, without the plan.

  /// The index of the next field in the schema's order; -1 if the schemas differ.
  @usableFromInline var next = -1
  /// The offset of the next fixed-width field.
  @usableFromInline var fixed = 0
  /// The index of the flag of the previous optional field.
  @usableFromInline var presence = 0
  /// The offset of the end table's next entry.
  var nextEnd = 0
  /// The start of the next variable-width field, counted from the first.
  var variableStart = 0

  init(plan: Int = 0) { self.plan = plan }

  /// Finds the flags and the end table of the fields from `start` to `end`, and checks their sizes.
  @inline(__always)
  init(
    plan: Int, _ shape: FieldPlan.Shape, _ bytes: Span<UInt8>, from start: Int, to end: Int,
    depth: Int
  ) throws(ArchiveError) {
    let sizes = shape.sizes
    guard sizes.fixedEnd <= end - start else { throw Self.shortObject(start) }
    let ends = start + sizes.fixedEnd
    let endSize = bytes[start] & 1 == 0 ? 2 : 4
    let variable = ends + sizes.endCount * endSize
    guard variable <= end else { throw Self.shortObject(start) }
    guard sizes.variableCount > 0 || variable == end else {
      throw ArchiveError(.trailingBytes, at: variable, "the object has no more fields")
    }
    guard bytes[start &+ sizes.flagSize &- 1] & sizes.spareFlags == 0 else {
      throw ArchiveError(
        .unknownFormat, at: start, "flags are set for fields that do not exist")
    }
    self.plan = plan
    next = shape.isInOrder ? 0 : -1
    self.start = start
    self.end = end
    self.ends = ends
    self.endSize = endSize
    endCount = sizes.endCount
    self.variable = variable
    fixed = start + sizes.flagSize
    nextEnd = ends
    self.depth = depth
    if sizes.endCount > 1 { try checkEnds(bytes) }
  }

  /// Checks that the offsets of the end table ascend.
  ///
  /// Otherwise fields could overlap, and nested objects could be decoded twice at every level.
  private func checkEnds(_ bytes: Span<UInt8>) throws(ArchiveError) {
    var last = 0
    for place in stride(from: ends, to: variable, by: endSize) {
      let next = end(at: place, bytes)
      guard next >= last else {
        throw ArchiveError(.invalidValue, at: place, "the end of a field is before its beginning")
      }
      last = next
    }
  }

  @inline(never)
  private static func shortObject(_ start: Int) -> ArchiveError {
    ArchiveError(
      .truncated, at: start, "the size of an object differs from the size of its fields")
  }

  /// Returns whether the field at a location has a value that is not nil.
  @inlinable @inline(__always)
  func holds(_ slot: FieldPlan.Slot, _ bytes: Span<UInt8>) -> Bool {
    slot.presence == 0 || isPresent(slot.presence, bytes)
  }

  /// Returns whether the flag with the index `presence` is set.
  @inlinable @inline(__always)
  func isPresent(_ presence: Int32, _ bytes: Span<UInt8>) -> Bool {
    let bit = Int(presence)
    return bytes[start &+ bit >> 3] & (1 << UInt8(truncatingIfNeeded: bit & 7)) != 0
  }

  /// Moves the cursor to the field at a location.
  func move(
    _ cursor: inout ByteCursor, to slot: FieldPlan.Slot, of stored: ArchiveSchema
  ) throws(ArchiveError) {
    guard slot.position >= 0 else {
      return try moveToVariable(-1 - Int(slot.position), &cursor)
    }
    cursor.position = start + Int(slot.position)
    cursor.end =
      cursor.position + (stored.fields[Int(slot.field)].type.unwrapped.fixedSize ?? 0)
  }

  /// Moves the cursor to the next variable-width field.
  @usableFromInline
  mutating func moveToNextVariable(_ cursor: inout ByteCursor) throws {
    let start = variableStart
    let length = self.end &- variable
    guard nextEnd <= variable else { throw wrongFields() }
    let end = nextEnd == variable ? length : end(at: nextEnd, cursor.bytes)
    guard start <= end, end <= length else { throw fieldOutside() }
    nextEnd &+= endSize
    variableStart = end
    cursor.position = variable &+ start
    cursor.end = variable &+ end
  }

  /// Moves the cursor to a variable-width field by its index among the variable-width fields.
  @usableFromInline
  func moveToVariable(_ index: Int, _ cursor: inout ByteCursor) throws(ArchiveError) {
    let field = try variableField(index, cursor.bytes)
    cursor.position = field.lowerBound
    cursor.end = field.upperBound
  }

  /// Returns the range of a variable-width field by its index among the variable-width fields.
  @inline(__always)
  func variableField(_ index: Int, _ bytes: Span<UInt8>) throws(ArchiveError) -> Range<Int> {
    let place = ends &+ index &* endSize
    let start = index == 0 ? 0 : end(at: place &- endSize, bytes)
    let length = self.end &- variable
    let end = index == endCount ? length : end(at: place, bytes)
    guard start <= end, end <= length else { throw fieldOutside() }
    return variable &+ start..<variable &+ end
  }

  @inline(__always)
  private func end(at place: Int, _ bytes: Span<UInt8>) -> Int {
    endSize == 2
      ? Int(bytes.littleEndian(at: place, as: UInt16.self))
      : Int(bytes.littleEndian(at: place, as: UInt32.self))
  }

  @inline(never)
  private func fieldOutside() -> ArchiveError {
    ArchiveError(.truncated, at: ends, "a field extends beyond its object")
  }

  @usableFromInline @inline(never)
  func wrongFields() -> any Error {
    ArchiveError(.wrongFields, at: start, "a type decodes other fields than its schema declares")
  }

  /// Uses the plan for every field, for callers that decode fields as types other than the types in
  /// the schema.
  mutating func followPlan() { next = -1 }

  /// Locates the fields by another plan, beginning with the first field.
  mutating func follow(_ plan: FieldPlan) {
    self.plan = plan.number
    next = plan.shape.isInOrder ? 0 : -1
  }
}
