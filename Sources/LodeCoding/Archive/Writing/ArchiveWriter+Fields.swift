// The fields of one object, whose parts `FieldSizes` names. `Docs/Format/Archive.md` specifies the
// bytes.
extension ArchiveWriter {
  /// Archives the next field.
  ///
  /// - Complexity: O(n) for n bytes of the value; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted.
  /// - Throws: Any error that the value's type throws, and ``ArchiveError`` with one of these
  ///   codes:
  ///   - `wrongFields` if the schema has no more fields.
  ///   - `tooDeep` or `tooLarge` if a limit is exceeded.
  ///   - `equalElements` if two elements of a set, or two keys of a dictionary, have the same
  ///     bytes.
  @inlinable @inline(__always)
  public mutating func encode<T: ArchivableValue>(_ value: T) throws {
    try value.archiveField(into: &self)
  }

  /// Archives the next fixed-width field.
  @inlinable @inline(__always)
  mutating func encodeFixed<T: ArchivableValue>(_ value: T) throws {
    guard fields.fixed < fields.fixedEnd else { throw wrongFields() }
    let end = output.count
    output.count = fields.fixed
    try value.archive(into: &self)
    fields.fixed = output.count
    output.count = end
  }

  /// Archives the next variable-width field.
  @inlinable @inline(__always)
  mutating func encodeVariable<T: ArchivableValue>(_ value: T) throws {
    try value.archive(into: &self)
    try endVariable()
  }

  /// Skips a nil fixed-width field, whose bytes are already zero.
  @inlinable
  mutating func skipFixed(_ size: Int) { fields.fixed &+= size }

  /// Records the end of the current variable-width field.
  @inlinable @inline(__always)
  mutating func endVariable() throws {
    fields.variablesLeft &-= 1
    guard fields.endsLeft > 0 else { return try endLastVariable() }
    fields.endsLeft &-= 1
    let end = output.count &- fields.variable
    if let short = UInt16(exactly: end),
      fields.variable &- fields.end == (fields.endsLeft &+ 1) &* 2
    {
      output.store(short, at: fields.end)
      fields.end &+= 2
    } else {
      try endWide(end)
    }
  }

  /// Ends the last variable-width field, whose end is the end of the object.
  @usableFromInline
  func endLastVariable() throws {
    guard fields.variablesLeft == 0 else { throw wrongFields() }
  }

  /// Records an end in 4 bytes, and widens the end table if the entries have 2 bytes.
  @usableFromInline @inline(never)
  mutating func endWide(_ end: Int) throws {
    guard end <= limits.size, let end = UInt32(exactly: end) else { throw tooLarge() }
    if output.load(at: fields.start, as: UInt8.self) & 1 == 0 { fields.widenEnds(in: &output) }
    output.store(end, at: fields.end)
    fields.end += 4
  }

  @usableFromInline @inline(never)
  func wrongFields() -> any Error {
    ArchiveError(.wrongFields, "a type archived other fields than its schema declares")
  }

  // Objects.

  /// Begins an object: appends the schema number, and reserves the bytes before the variable-width
  /// fields.
  ///
  /// Returns the state of the outer object's fields.
  @usableFromInline
  mutating func beginObject(_ schema: ArchiveSchema) throws -> FieldCursor {
    try enter()
    let number = schemas.number(of: schema)
    output.append(varint: number)
    return beginFields(schema, number)
  }

  /// Reserves the bytes before the variable-width fields, and returns the state of the outer
  /// fields.
  @inline(__always)
  mutating func beginFields(_ schema: ArchiveSchema, _ number: UInt32) -> FieldCursor {
    let outer = fields
    fields = FieldCursor(schema, number, in: &output)
    return outer
  }

  /// Ends an object, and restores the state of the outer object's fields.
  @usableFromInline
  mutating func endObject(_ outer: FieldCursor) throws {
    try endFields(outer)
    leave()
  }

  /// Checks that all fields were written, and restores the state of the outer fields.
  mutating func endFields(_ outer: FieldCursor) throws {
    guard fields.variablesLeft == 0, fields.fixed == fields.fixedEnd else { throw wrongFields() }
    fields = outer
  }
}
