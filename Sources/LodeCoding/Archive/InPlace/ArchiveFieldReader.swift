/// Reads single fields of stored archives where they lie, without making the objects that they
/// belong to.
///
/// ```swift
/// struct Point: Archivable {
///   var x = 0.0
///   var y = 0.0
///   static let archiveSchema = ArchiveSchema(
///     "Point", fields: [.init("x", Double.self), .init("y", Double.self)])
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
/// let y = ArchivedField<Point, Double>(1)
/// var reader = ArchiveFieldReader<Point>()
/// let value = try reader.value(y, in: bytes) { _ in Point.archiveSchema }
/// ```
///
/// Make one for a scan: it keeps what it found out about the archive before. All archives that it
/// reads are of one store, so that a number always stands for the same schema.
public struct ArchiveFieldReader<Root: Archivable>: ~Copyable {
  @usableFromInline let session: UnarchivingSession
  private let limits: ArchiveLimits
  private let allowing: AllowedTypes
  /// What the archive before had in front of its fields, in as many bytes as the mask has; such a
  /// front means the same schemas again.
  @usableFromInline var front: UInt64 = 0
  @usableFromInline var mask: UInt64 = 0
  /// How many bytes the front has; 0 when there was no archive yet, or none whose front can be told
  /// by eight bytes.
  @usableFromInline var prefixCount = 0
  /// How the fields of the object before are found.
  @usableFromInline var plan = 0
  /// The field before, whose type is known to be right.
  @usableFromInline var field: Int?
  /// Where that field lies in archives that are like the one before, when its width is fixed.
  @usableFromInline var place = FieldOffset()

  /// Creates a reader.
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

  /// The value of a field, also of an object of an older version.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - bytes: The stored archive.
  ///   - schema: Returns the schema with a number.
  /// - Complexity: O(1), and O(bytes) of the field.
  /// - Throws: `ArchiveError`: `missingField` when the object's version has no such field,
  ///   `typeMismatch` when the archive is not of an object of this type or the field not of this
  ///   type, `futureVersion`; `truncated` and the like when the bytes are damaged, as far as the
  ///   field shows it.
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
    try reader.openObject(at: prefixCount)
    return try reader.decode(field.index)
  }

  /// Lends the bytes of a field's payload, such as the UTF-8 of a text, without a copy; `nil` when
  /// an optional field is not there.
  ///
  /// The payload of each type is in `Docs/Format/Archive.md`. A text's bytes are not checked to be
  /// UTF-8.
  ///
  /// - Complexity: O(1).
  /// - Throws: as `value`, and `typeMismatch` also when the archived field has another type, from
  ///   which a value would be converted; what `body` throws.
  public mutating func withBytes<Value: ArchivableValue, R>(
    of field: ArchivedField<Root, Value>, in bytes: Span<UInt8>,
    schema: (UInt32) -> ArchiveSchema?, _ body: (Span<UInt8>) throws -> R
  ) throws -> R? {
    if field.index == self.field, isLikeBefore(bytes) {
      var reader = ArchiveReader(bytes, session: session, plan: plan)
      try reader.openObject(at: prefixCount)
      return try reader.withPayload(of: field.index, body)
    }
    try check(field)
    return try withObject(bytes, schema) { reader in
      try reader.withPayload(of: field.index, body)
    }
  }

  /// Whether the archive has the front of the one before.
  @inlinable @inline(__always)
  func isLikeBefore(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= 8 && prefixCount > 0 && bytes.littleEndianUInt64(at: 0) & mask == front
  }

  /// The value of a field of an archive that is not like the one before.
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

  /// Refuses a field that the type does not declare so.
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

  /// Lends a reader that stands in the object of an archive, whatever is in front of it.
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
        throw ArchiveError(.typeMismatch, at: 0, "the archive has \(stored), no \(Root.self)")
      }
      let outer = try reader.beginObject(Root.archiveSchema)
      // Single fields are asked for in no order.
      reader.frame.next = -1
      opened = (reader.frame.plan, start + reader.frame.start)
      let result = try body(&reader)
      reader.endObject(outer)
      return result
    }
    if let opened, !hasObjects { remember(bytes, opened.plan, opened.start) }
    return result
  }

  /// Remembers the front of an archive, when eight bytes can tell it.
  private mutating func remember(_ bytes: Span<UInt8>, _ plan: Int, _ count: Int) {
    guard count <= 8, bytes.count >= 8 else { return }
    mask = UInt64.max &>> UInt64(64 - 8 * count)
    front = bytes.littleEndianUInt64(at: 0) & mask
    prefixCount = count
    self.plan = plan
  }
}

extension ArchiveReader {
  /// Goes to the fields of the object that begin there and go to the end, by the plan that the
  /// reader has.
  @usableFromInline
  mutating func openObject(at start: Int) throws {
    session.depth = 1
    session.count = 0
    cursor.position = start
    try enterFields(end: cursor.end)
    frame.next = -1
  }

  /// Lends the payload of a field, unless it is not there.
  fileprivate mutating func withPayload<R>(
    of field: Int, _ body: (Span<UInt8>) throws -> R
  ) throws -> R? {
    let slot = slot(field)
    guard slot.way == .same else {
      if slot.way == .missing { throw missing(field) }
      throw ArchiveError(
        .typeMismatch, at: frame.start, "the archived field has another type than that asked for")
    }
    guard slot.presence == 0 || isPresent(slot.presence) else { return nil }
    try move(to: slot)
    return try body(payload)
  }
}
