// Instances of classes: each use is a number, and the object follows the archived value once.
extension ArchiveWriter {
  /// Archives the next field: a reference that may be part of a cycle.
  ///
  /// The property must be set after its object exists.
  ///
  /// - Parameters:
  ///   - object: The referenced object.
  ///   - isConditional: Whether the reference does not cause the object to be archived. A
  ///     conditional
  ///     reference decodes as nil unless another reference causes the object to be archived.
  @inlinable
  public mutating func encodeReference<T: ArchivableClass>(
    _ object: T?, isConditional: Bool = false
  ) throws {
    markPresence(object != nil)
    if let object { append(referenceTo: object, isConditional: isConditional) }
    try endVariable()
  }

  /// Appends the payload of a reference.
  @usableFromInline
  mutating func append(referenceTo object: some ArchivableClass, isConditional: Bool) {
    output.append(UInt8(0))
    append(varint: UInt32(shared.number(of: object, isConditional: isConditional)))
  }

  /// Begins a level of a class.
  ///
  /// A class calls this method after its superclass's `encode(to:)` and before its own fields.
  ///
  /// - Throws: ``ArchiveError`` with `wrongFields` if the previous level lacks fields.
  public mutating func beginLevel(_ schema: ArchiveSchema) throws {
    try endLevel()
    let number = schemas.number(of: schema)
    append(varint: number)
    levelStart = output.count
    output.append(UInt32(0))
    _ = beginFields(schema, number)
  }

  mutating func endLevel() throws {
    guard levelStart >= 0 else { return }
    try endFields(FieldCursor())
    let length = output.count - levelStart - 4
    guard length <= limits.size, let length = UInt32(exactly: length) else { throw tooLarge() }
    output.store(length, at: levelStart)
    levelStart = -1
    levels += 1
  }

  /// Archives all objects that are reachable through references, and their table.
  ///
  /// Objects follow each other without nesting, so a chain of any length needs no stack.
  mutating func appendSharedObjects(bodyStart: Int) throws {
    let end = UInt32(truncatingIfNeeded: output.count - bodyStart)
    while let (number, object) = shared.popFirst() {
      shared.starts[number - 1] = UInt32(truncatingIfNeeded: output.count - bodyStart)
      try append(object)
      guard output.count <= limits.size else { throw tooLarge() }
    }
    appendTable(rootEnd: end, starts: shared.starts)
  }

  /// Appends the table of a body that has shared objects.
  mutating func appendTable(rootEnd: UInt32, starts: [UInt32]) {
    output.append(rootEnd)
    for start in starts { output.append(start) }
    output.append(UInt32(truncatingIfNeeded: starts.count))
    hasObjects = true
  }

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
