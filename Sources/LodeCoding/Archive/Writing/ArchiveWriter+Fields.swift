// The fields of one object: those of fixed width in front, the others behind; see
// `Docs/Format/Archive.md`.
extension ArchiveWriter {
  /// Archives the next field.
  ///
  /// - Throws: ``ArchiveError`` with `tooDeep`, `tooLarge`, or `wrongFields` when the schema has no
  ///   more fields; what the value's type throws.
  @inlinable @inline(__always)
  public mutating func encode<T: ArchivableValue>(_ value: T) throws {
    try value.archiveField(into: &self)
  }

  /// Archives a field of fixed width.
  @inlinable @inline(__always)
  mutating func encodeFixed<T: ArchivableValue>(_ value: T) throws {
    guard fields.fixed < fields.fixedEnd else { throw wrongFields() }
    let end = output.count
    output.count = fields.fixed
    try value.archive(into: &self)
    fields.fixed = output.count
    output.count = end
  }

  /// Archives a field of variable width.
  @inlinable @inline(__always)
  mutating func encodeVariable<T: ArchivableValue>(_ value: T) throws {
    try value.archive(into: &self)
    try endVariable()
  }

  /// Leaves out an optional field of fixed width; its bytes are zero already.
  @inlinable
  mutating func skipFixed(_ size: Int) { fields.fixed &+= size }

  /// Records an optional field, and whether it is present.
  @inlinable @inline(__always)
  mutating func markPresence(_ isThere: Bool) {
    fields.presence &+= 1
    guard isThere else { return }
    let at = fields.start &+ fields.presence >> 3
    let bit = UInt8(1) << UInt8(truncatingIfNeeded: fields.presence & 7)
    output.store(output.load(at: at, as: UInt8.self) | bit, at: at)
  }

  /// Notes where a variable field ended.
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

  @usableFromInline
  func endLastVariable() throws {
    guard fields.variablesLeft == 0 else { throw wrongFields() }
  }

  /// Notes an end in 4 bytes, after making those before it 4 bytes long too.
  @usableFromInline @inline(never)
  mutating func endWide(_ end: Int) throws {
    guard end <= limits.size, let end = UInt32(exactly: end) else { throw tooLarge() }
    if output.load(at: fields.start, as: UInt8.self) & 1 == 0 { widenEnds() }
    output.store(end, at: fields.end)
    fields.end += 4
  }

  private mutating func widenEnds() {
    let first = fields.fixedEnd
    let written = (fields.end - first) / 2
    let all = written + fields.endsLeft + 1
    output.makeGap(all * 2, at: fields.variable)
    for index in (0..<written).reversed() {
      let end = output.load(at: first + index * 2, as: UInt16.self)
      output.store(UInt32(end), at: first + index * 4)
    }
    fields.end = first + written * 4
    fields.variable = first + all * 4
    output.store(output.load(at: fields.start, as: UInt8.self) | 1, at: fields.start)
  }

  @usableFromInline @inline(never)
  func wrongFields() -> any Error {
    ArchiveError(.wrongFields, "a type archived other fields than its schema has")
  }

  // Objects.

  /// Begins an object: the number of its schema, and room for what is in front of its variable
  /// fields.
  ///
  /// Returns where the fields of the outer object go on.
  @usableFromInline
  mutating func beginObject(_ schema: ArchiveSchema) throws -> FieldCursor {
    try enter()
    let number = schemas.number(of: schema)
    append(varint: number)
    return beginFields(schema, number)
  }

  @inline(__always)
  mutating func beginFields(_ schema: ArchiveSchema, _ number: UInt32) -> FieldCursor {
    let outer = fields
    let start = output.count
    let ends = schema.layout.endCount
    let fixedEnd = schema.layout.fixedEnd
    output.append(zeros: fixedEnd &+ ends &* 2)
    fields.start = start
    fields.presence = 0
    fields.fixed = start &+ schema.layout.flagSize
    fields.fixedEnd = start &+ fixedEnd
    fields.end = fields.fixedEnd
    fields.endsLeft = ends
    fields.variable = output.count
    fields.variablesLeft = schema.layout.variableCount
    fields.schema = number
    return outer
  }

  /// Ends an object, and goes on with the outer one.
  @usableFromInline
  mutating func endObject(_ outer: FieldCursor) throws {
    try endFields(outer)
    leave()
  }

  mutating func endFields(_ outer: FieldCursor) throws {
    guard fields.variablesLeft == 0, fields.fixed == fields.fixedEnd else { throw wrongFields() }
    fields = outer
  }
}
