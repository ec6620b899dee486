/// Takes the fields of an object for an archive, one after the other.
///
/// Types get one in `encode(to:)` and give it their fields, in the order of their schema:
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
/// ```
///
/// `Docs/Format/Archive.md` has the bytes. A writer belongs to one thread and one archive.
public struct ArchiveWriter: ~Copyable {
  @usableFromInline var output = ByteBuffer()
  /// Where the fields of the innermost object go.
  @usableFromInline var fields = FieldCursor()
  /// Which schemas the archive uses so far.
  var schemas = SchemaList()
  /// The schemas of objects that are archived without their types.
  var untyped = UntypedSchemas()
  /// Which shared objects it has so far.
  var shared = SharedObjects()
  /// How many shared objects there are to refer to, where that is known before they are written.
  var objectCount = Int.max
  /// Where the length of the level that is being written stands, or -1.
  var levelStart = -1
  /// How many levels of the shared object that is being written are finished.
  var levels = 0
  var depth = 0
  /// Whether the body ends in a table of shared objects.
  var hasObjects = false
  /// Whether the numbers of schemas depend on the order in which a set or a dictionary gave its
  /// elements.
  var hasChanceNumbers = false
  var limits = ArchiveLimits()
  /// What `Encoder.userInfo` has.
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// What is known of types that name their fields while they are archived; kept for the next
  /// archive.
  var keyedTypes: [ObjectIdentifier: KeyedType] = [:]

  init() {}

  // Payloads.

  /// Appends a number, for a type of one's own whose payload begins with one.
  @inlinable @inline(__always)
  mutating func append<I: FixedWidthInteger & BitwiseCopyable>(_ value: I) { output.append(value) }

  /// Appends a varint.
  @usableFromInline
  mutating func append(varint value: UInt32) {
    if value < 0x80 { return output.append(UInt8(truncatingIfNeeded: value)) }
    var rest = value
    while rest >= 0x80 {
      output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    output.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends how many elements follow.
  @usableFromInline
  mutating func append(count: Int) throws {
    guard let count = UInt32(exactly: count) else { throw tooLarge() }
    append(varint: count)
  }

  mutating func append(_ type: ArchiveType) throws {
    guard type.isValid else {
      throw ArchiveError(.tooDeep, "a type is nested more than 16 times")
    }
    type.forEachCode { output.append($0) }
  }

  /// Leaves room for the length of a payload that is written next.
  @inlinable @inline(__always)
  mutating func beginPayload() -> Int {
    output.append(UInt8(0))
    return output.count
  }

  /// Writes the length of the payload that began there.
  @inlinable @inline(__always)
  mutating func endPayload(_ start: Int) throws {
    let length = output.count &- start
    if length < 0x80 { return output.store(UInt8(truncatingIfNeeded: length), at: start &- 1) }
    try endLongPayload(start, length)
  }

  @usableFromInline @inline(never)
  mutating func endLongPayload(_ start: Int, _ length: Int) throws {
    guard length <= limits.size else { throw tooLarge() }
    let room = (31 - UInt32(length).leadingZeroBitCount) / 7
    output.makeGap(room, at: start)
    let end = output.count
    output.count = start - 1
    append(varint: UInt32(length))
    output.count = end
  }

  /// Counts one level of nesting; `leave()` takes it back.
  @usableFromInline
  mutating func enter() throws {
    depth += 1
    guard depth <= limits.depth else {
      throw ArchiveError.tooDeep(limits.depth)
    }
  }

  @usableFromInline
  mutating func leave() { depth -= 1 }

  @usableFromInline
  func tooLarge() -> ArchiveError {
    ArchiveError(.tooLarge, "the archive has more than \(limits.size) bytes")
  }
}
