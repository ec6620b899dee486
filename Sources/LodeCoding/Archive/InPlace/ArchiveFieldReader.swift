/// A reader of single fields of stored archives, which decodes no other fields.
///
/// ```swift
/// struct Point: Archivable {
///   var x = 0.0
///   var y = 0.0
///   static let archiveSchema = ArchiveSchema(
///     "Point", fields: [.init("x", Double.self), .init("y", Double.self)])
///   init() {}
///   func encode(to archive: inout ArchiveWriter) throws {
///     try archive.encode(x)
///     try archive.encode(y)
///   }
///   init(from archive: inout ArchiveReader) throws {
///     x = try archive.decode(0)
///     y = try archive.decode(1)
///   }
/// }
///
/// let bytes = try Archiver().withStored(Point(), number: { _ in 1 }) { $0.copied() }
/// let y = ArchivedField<Point, Double>(1)
/// var reader = ArchiveFieldReader<Point>()
/// print(try reader.value(y, in: bytes.span) { _ in Point.archiveSchema })  // 0.0
/// ```
///
/// Create one reader for a scan, because a reader caches the schemas of the previous archive. All
/// archives of a reader must come from one store, so that a number always identifies the same
/// schema. A reader belongs to one thread.
public struct ArchiveFieldReader<Root: Archivable>: ~Copyable {
  @usableFromInline let session: UnarchivingSession
  private let limits: ArchiveLimits
  private let allowing: AllowedTypes
  /// The *prefix* of the previous archive, the bytes before the fields of the object.
  ///
  /// Archives with equal prefixes have equal schemas. `mask` selects the prefix in the first eight
  /// bytes of an archive.
  @usableFromInline var front: UInt64 = 0
  @usableFromInline var mask: UInt64 = 0
  /// The number of bytes of the prefix; 0 if no prefix is cached.
  ///
  /// The reader caches only prefixes of at most eight bytes.
  @usableFromInline var prefixCount = 0
  /// The number of the previous object's *field plan*, which locates each field of `Root` in the
  /// archived object.
  @usableFromInline var plan = 0
  /// The index of the previous field, whose type has been checked.
  @usableFromInline var field: Int?
  /// The offset of the previous field in archives with the cached prefix, if its width is fixed.
  @usableFromInline var place = FieldOffset()

  /// Creates a reader with the given limits and allowed types.
  ///
  /// - Parameters:
  ///   - limits: The limits on each archive; the reader does not check ``ArchiveLimits/size``.
  ///   - allowing: The subclasses that decoding may create, and the additional type names that
  ///     decoding accepts.
  public init(limits: ArchiveLimits = ArchiveLimits(), allowing: AllowedTypes = AllowedTypes()) {
    session = SessionPool.take()
    session.begin(limits: limits, allowing: allowing)
    self.limits = limits
    self.allowing = allowing
  }

  deinit {
    session.end()
    session.giveBack()
  }

  /// Returns the value of a field, also from an object of an earlier version.
  ///
  /// The reader does not detect damage outside the field.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - bytes: The archive.
  ///   - schema: Returns the schema with a number, or `nil` if the store has no schema with the
  ///     number.
  /// - Complexity: O(f + n) for f fields of the object and n bytes of the field.
  /// - Throws: Any error that a type's own decoding or a field's default throws, and
  ///   ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the archive or a field holds another type, or `Root` does not declare
  ///     the field.
  ///   - `outOfRange` if a number does not fit its type.
  ///   - `missingField` if an object lacks a field without a default, or `unknownCase` if an
  ///     enumeration lacks the archived case or raw value.
  ///   - `futureVersion` if a later version of a type wrote an object with other fields.
  ///   - `typeNotAllowed` if an instance's class is neither the declared class nor listed in
  ///     `allowing`.
  ///   - `unresolvedCycle` if creating an instance of a class requires the same instance.
  ///   - `wrongFields` if a type decodes other fields than its schema declares.
  ///   - `tooDeep` or `tooLarge` if the archive exceeds a limit.
  ///   - `unknownFormat`, `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, or
  ///     `invalidValue` if the bytes are damaged.
  ///   - `unknownReference` if `schema` returns `nil` for a number, or a reference leads to no
  ///     object.
  @inlinable @inline(__always)
  public mutating func value<Value: ArchivableValue>(
    _ field: ArchivedField<Root, Value>, in bytes: Span<UInt8>,
    schema: (UInt32) -> ArchiveSchema?
  ) throws -> Value {
    guard field.index == self.field, isLikeBefore(bytes) else {
      return try otherValue(field, in: bytes, schema: schema)
    }
    if place.size == Value.fixedArchiveSize, place.isIn(bytes),
      let value = bytes.commonValue(Value.self, at: place.position)
    {
      return value
    }
    var reader = ArchiveReader(bytes, session: session, plan: plan)
    try session.open(&reader, plan: plan, at: prefixCount)
    return try reader.decode(field.index)
  }

  /// Passes the payload of a field to `body` without a copy.
  ///
  /// Returns `nil` if the field is nil. `Docs/Format/Archive.md` specifies the payload of each
  /// type. The payload of a text is UTF-8, which the reader does not validate. The bytes are valid
  /// only inside `body`.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - bytes: The archive.
  ///   - schema: Returns the schema with a number, or `nil` if the store has no schema with the
  ///     number.
  ///   - body: Receives the payload.
  /// - Complexity: O(f) for f fields of the object.
  /// - Throws: Any error that `body` throws, and ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the archive holds another type, the archived field has another type, or
  ///     `Root` does not declare the field.
  ///   - `missingField` if the object's version lacks the field.
  ///   - `futureVersion` if a later version of the type wrote the object with other fields.
  ///   - `tooDeep` or `tooLarge` if the archive exceeds a limit.
  ///   - `unknownFormat`, `truncated`, `trailingBytes`, `notCanonical`, or `invalidValue` if the
  ///     bytes are damaged.
  ///   - `unknownReference` if `schema` returns `nil` for a number.
  public mutating func withBytes<Value: ArchivableValue, R>(
    of field: ArchivedField<Root, Value>, in bytes: Span<UInt8>,
    schema: (UInt32) -> ArchiveSchema?, _ body: (Span<UInt8>) throws -> R
  ) throws -> R? {
    if field.index == self.field, isLikeBefore(bytes) {
      var reader = ArchiveReader(bytes, session: session, plan: plan)
      try session.open(&reader, plan: plan, at: prefixCount)
      return try Self.withPayload(of: field.index, &reader, body)
    }
    try check(field)
    return try withObject(bytes, schema) { reader in
      try Self.withPayload(of: field.index, &reader, body)
    }
  }

  /// Returns whether the archive has the cached prefix.
  @inlinable @inline(__always)
  func isLikeBefore(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= 8 && prefixCount > 0 && bytes.littleEndianUInt64(at: 0) & mask == front
  }

  /// Returns the value of a field from an archive with any prefix, and caches the prefix.
  @usableFromInline @inline(never)
  mutating func otherValue<Value: ArchivableValue>(
    _ field: ArchivedField<Root, Value>, in bytes: Span<UInt8>,
    schema: (UInt32) -> ArchiveSchema?
  ) throws -> Value {
    try check(field)
    let value = try withObject(bytes, schema) { reader in
      let value: Value = try reader.decode(field.index)
      try reader.resolvePending()
      return value
    }
    if prefixCount > 0 {
      place = FieldOffset(field.index, session.plan(at: plan), start: prefixCount)
    }
    return value
  }

  /// Throws `typeMismatch` if the type does not declare the field with this value type.
  private mutating func check<Value: ArchivableValue>(
    _ field: ArchivedField<Root, Value>
  ) throws {
    if field.index == self.field { return }
    let fields = Root.archiveSchema.fields
    guard fields.indices.contains(field.index),
      fields[field.index].type.unwrapped == Value.archiveType.unwrapped
    else {
      throw ArchiveError(
        .typeMismatch, "\(Root.self) has no field \(field.index) of type \(Value.archiveType)")
    }
    self.field = field.index
    place = FieldOffset()
  }

  /// Passes `body` a reader inside the object of an archive with any prefix.
  private mutating func withObject<R>(
    _ bytes: Span<UInt8>, _ schema: (UInt32) -> ArchiveSchema?,
    _ body: (inout ArchiveReader) throws -> R
  ) throws -> R {
    prefixCount = 0
    place = FieldOffset()
    session.end()
    session.begin(limits: limits, allowing: allowing)
    var head = ByteCursor(bytes)
    let hasObjects = try ArchiveHead.takeHead(&head, isSelfContained: false)
    try session.takeSchemas(&head, schema: schema)
    let start = head.position
    var opened: (plan: Int, start: Int)?
    let result = try session.read(bytes, start..<bytes.count, hasObjects: hasObjects) {
      reader throws in
      let stored = try reader.cursor.type()
      guard stored == .object else {
        throw ArchiveError(.typeMismatch, at: 0, "the archive has \(stored), not \(Root.self)")
      }
      let outer = try reader.beginObject(Root.archiveSchema)
      // Callers request single fields in any order.
      reader.frame.next = -1
      opened = (reader.frame.plan, start + reader.frame.start)
      let result = try body(&reader)
      reader.endObject(outer)
      return result
    }
    if let opened, !hasObjects { remember(bytes, opened.plan, opened.start) }
    return result
  }

  /// Caches the first `count` bytes of an archive as the prefix, unless `count` exceeds eight or
  /// the archive is shorter than eight bytes.
  private mutating func remember(_ bytes: Span<UInt8>, _ plan: Int, _ count: Int) {
    guard count <= 8, bytes.count >= 8 else { return }
    mask = UInt64.max &>> UInt64(64 - 8 * count)
    front = bytes.littleEndianUInt64(at: 0) & mask
    prefixCount = count
    self.plan = plan
  }

  /// Passes the payload of a field to `body`, or returns `nil` if the field is nil.
  ///
  /// Throws `missingField` if the archived schema lacks the field, or `typeMismatch` if the
  /// archived field has another type.
  private static func withPayload<R>(
    of field: Int, _ reader: inout ArchiveReader, _ body: (Span<UInt8>) throws -> R
  ) throws -> R? {
    let slot = reader.slot(field)
    guard slot.way == .same else {
      let place = reader.frame.start
      if slot.way == .missing { throw reader.plan.missing(field, at: place) }
      throw ArchiveError(
        .typeMismatch, at: place, "the archived field has another type than requested")
    }
    guard reader.frame.holds(slot, reader.cursor.bytes) else { return nil }
    if slot.position < 0 {
      // Most payloads are texts, which need no schema.
      try reader.frame.moveToVariable(-1 - Int(slot.position), &reader.cursor)
    } else {
      try reader.frame.move(&reader.cursor, to: slot, of: reader.plan.stored)
    }
    return try body(reader.cursor.payload)
  }
}

extension ArchiveFieldReader {
  /// Passes the reader to `body` with access to blobs.
  ///
  /// The reader releases the source when `body` returns. So the source does not outlive its read
  /// transaction.
  ///
  /// - Throws: Any error that `body` throws.
  package mutating func reading<R>(
    _ blobs: any BlobSource, _ body: (inout ArchiveFieldReader) throws -> R
  ) throws -> R {
    session.blobs = blobs
    defer { session.blobs = nil }
    return try body(&self)
  }
}

extension ReadingSession {
  /// Opens the object whose fields extend from `start` to the end of the archive.
  ///
  /// `plan` is the number of the plan that locates the fields.
  @usableFromInline
  final func open(_ reader: inout ArchiveReader, plan: Int, at start: Int) throws {
    depth = 1
    count = 0
    reader.cursor.position = start
    reader.frame = try frame(plan: plan, reader.cursor, end: reader.cursor.end)
    reader.frame.next = -1
  }
}
