// The two forms of an archive. The stored form has the numbers of schemas before its body, and the
// self-contained form has the schemas.
extension ArchiveWriter {
  /// The number of bytes reserved before the body, for the format, the flags, and the schema
  /// numbers of the stored form.
  static let front = 24

  /// Prepares the writer for an archive, and reuses the memory of the previous archive.
  mutating func begin(_ limits: ArchiveLimits) {
    self.limits = limits
    output.count = 0
    output.append(zeros: Self.front)
  }

  /// Resets the state of the archive; the buffer, the schemas, and the facts about types stay
  /// cached.
  mutating func end() {
    fields = FieldCursor()
    schemas.removeAll()
    shared.removeAll()
    objectCount = .max
    hasObjects = false
    hasChanceNumbers = false
    untyped.evolution = .strict
    userInfo = [:]
    levelStart = -1
    depth = 0
  }

  /// Appends the body: the type of the value, the value, and the instances of classes.
  mutating func append<T: ArchivableValue>(root value: T) throws {
    try append(T.archiveType)
    try value.archive(into: &self)
    try finishBody()
  }

  /// Appends the instances of classes after the archived value, and checks the size.
  mutating func finishBody() throws {
    if !shared.isEmpty { try appendSharedObjects(bodyStart: Self.front) }
    guard output.count - Self.front <= limits.size else { throw tooLarge() }
  }

  /// Passes the stored form to `body`.
  mutating func withStored<R>(
    number: (ArchiveSchema) throws -> UInt32, _ body: (Span<UInt8>) throws -> R
  ) throws -> R {
    // The format and the flags take one byte, and each number takes at most five.
    guard schemas.count <= (Self.front - 2) / 5 else {
      let bytes = try EncodedArchive(self).stored(number: number)
      return try body(bytes.span)
    }
    let end = output.count
    output.count = 0
    output.append(ArchiveHead.byte(isSelfContained: false, hasObjects: hasObjects))
    output.append(varint: UInt32(schemas.count))
    for index in 0..<schemas.count { output.append(varint: try number(schemas[index])) }
    // The bytes before the body are at the start of the reserved bytes, and move to their end.
    let count = output.count
    let start = Self.front - count
    for index in (0..<count).reversed() {
      output.store(output.load(at: index, as: UInt8.self), at: start + index)
    }
    output.count = end
    return try body(output.bytes.extracting(start...))
  }

  /// Returns the self-contained form.
  func selfContained() -> [UInt8] {
    var bytes = ArchiveHead.magic
    bytes.append(ArchiveHead.byte(isSelfContained: true, hasObjects: hasObjects))
    bytes.append(varint: UInt32(schemas.count))
    for schema in schemas.schemas {
      bytes.append(varint: UInt32(schema.definition.count))
      bytes += schema.definition
    }
    bytes += output.bytes.extracting(Self.front...).copied()
    var checksum = Checksum.rapidhash(bytes.span, seed: 0)
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: checksum))
      checksum >>= 8
    }
    return bytes
  }
}
