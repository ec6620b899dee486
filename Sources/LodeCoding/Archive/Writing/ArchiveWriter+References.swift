// Instances of classes. A reference is the number of an instance, and each instance follows the
// archived value once. Each class of the inheritance chain is a level of the instance, with its own
// fields.
extension ArchiveWriter {
  /// Archives the next field as a reference that may be part of a cycle.
  ///
  /// The type decodes the field with `decodeReference(_:as:_:)`, which sets the property after the
  /// instance exists.
  ///
  /// - Parameters:
  ///   - object: The referenced instance.
  ///   - isConditional: Whether the reference is conditional, as for a `weak` property. The archive
  ///     contains the instance only if the instance is the archived value, or if another reference
  ///     to the instance is unconditional. Otherwise the conditional reference decodes as nil.
  /// - Throws: ``ArchiveError`` with `wrongFields` if the schema has no more fields, or `tooLarge`
  ///   if the archive exceeds the size limit.
  @inlinable
  public mutating func encodeReference<T: ArchivableClass>(
    _ object: T?, isConditional: Bool = false
  ) throws {
    fields.markPresence(object != nil, in: &output)
    if let object { append(referenceTo: object, isConditional: isConditional) }
    try endVariable()
  }

  /// Appends a reference: a zero byte and the number of the instance.
  @usableFromInline
  mutating func append(referenceTo object: some ArchivableClass, isConditional: Bool) {
    output.append(UInt8(0))
    output.append(varint: UInt32(shared.number(of: object, isConditional: isConditional)))
  }

  /// Begins the fields of a class.
  ///
  /// A class calls this method after its superclass's `encode(to:)` and before its own fields.
  ///
  /// - Parameter schema: The schema of the class.
  /// - Throws: ``ArchiveError`` with `wrongFields` if the superclass did not write all of its
  ///   fields, or `tooLarge` if the archive exceeds the size limit.
  public mutating func beginLevel(_ schema: ArchiveSchema) throws {
    try endLevel()
    let number = schemas.number(of: schema)
    output.append(varint: number)
    levelStart = output.count
    output.append(UInt32(0))
    _ = beginFields(schema, number)
  }

  /// Ends the current level, and writes its length before its fields.
  mutating func endLevel() throws {
    guard levelStart >= 0 else { return }
    try endFields(FieldCursor())
    let length = output.count - levelStart - 4
    guard length <= limits.size, let length = UInt32(exactly: length) else { throw tooLarge() }
    output.store(length, at: levelStart)
    levelStart = -1
    levels += 1
  }

  /// Appends all instances that unconditional references reach, and the table of their offsets.
  ///
  /// Instances follow each other without nesting, so a chain of any length needs no stack.
  mutating func appendSharedObjects(bodyStart: Int) throws {
    let end = UInt32(truncatingIfNeeded: output.count - bodyStart)
    while let (number, object) = shared.popFirst() {
      shared.starts[number - 1] = UInt32(truncatingIfNeeded: output.count - bodyStart)
      try append(object)
      guard output.count <= limits.size else { throw tooLarge() }
    }
    appendTable(rootEnd: end, starts: shared.starts)
  }

  /// Appends the table: the end of the archived value, the start of each instance, and their
  /// number.
  mutating func appendTable(rootEnd: UInt32, starts: [UInt32]) {
    output.append(rootEnd)
    for start in starts { output.append(start) }
    output.append(UInt32(truncatingIfNeeded: starts.count))
    hasObjects = true
  }

  /// Appends an instance: the number of its levels, and the levels.
  private mutating func append(_ object: some ArchivableClass) throws {
    let start = output.count
    output.append(UInt8(0))
    levels = 0
    try object.encode(to: &self)
    try endLevel()
    guard levels > 0, levels < 256 else {
      throw ArchiveError(.wrongFields, "\(type(of: object)) archived no level, or more than 255")
    }
    output.store(UInt8(levels), at: start)
  }
}
