/// A writer that appends an object's fields to an archive in order.
///
/// `encode(to:)` receives a writer and encodes the fields in the order of the schema:
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
/// A writer is valid only inside `encode(to:)`, and belongs to one thread.
public struct ArchiveWriter: ~Copyable {
  @usableFromInline var output = ByteBuffer()
  /// The state of the innermost object's fields.
  @usableFromInline var fields = FieldCursor()
  /// The schemas that the archive uses so far.
  var schemas = SchemaList()
  /// The schemas of objects that are archived without their Swift types.
  var untyped = UntypedSchemas()
  /// The instances of classes that the archive refers to so far.
  var shared = SharedObjects()
  /// The highest instance number that a reference may have, if the archive was built without Swift
  /// types; otherwise `Int.max`.
  var objectCount = Int.max
  /// The offset of the length of the current class's fields, or -1 without a current class.
  var levelStart = -1
  /// The number of finished classes of the current instance.
  var levels = 0
  /// The current depth of nesting, in levels.
  var depth = 0
  /// Whether instances of classes follow the archived value.
  var hasObjects = false
  /// Whether schema numbers may depend on the iteration order of a set or a dictionary.
  var hasChanceNumbers = false
  var limits = ArchiveLimits()
  /// The contents of `Encoder.userInfo`.
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The facts about types that name their fields during archiving; later archives reuse the facts.
  var keyedTypes: [ObjectIdentifier: KeyedType] = [:]

  init() {}

  // Payloads.

  /// Appends an integer in little-endian order.
  @inlinable @inline(__always)
  mutating func append<I: FixedWidthInteger & BitwiseCopyable>(_ value: I) { output.append(value) }

  /// Appends the number of elements that follow.
  @usableFromInline
  mutating func append(count: Int) throws {
    guard let count = UInt32(exactly: count) else { throw tooLarge() }
    output.append(varint: count)
  }

  /// Appends a type; throws `tooDeep` if the type is composed of more than 16 types.
  mutating func append(_ type: ArchiveType) throws {
    guard type.isValid else {
      throw ArchiveError(.tooDeep, "a type is composed of more than 16 types")
    }
    type.forEachCode { output.append($0) }
  }

  /// Reserves one byte for the length of the value that follows, and returns the start of the
  /// value.
  @inlinable @inline(__always)
  mutating func beginPayload() -> Int {
    output.append(UInt8(0))
    return output.count
  }

  /// Writes the length of the value that began at `start`.
  @inlinable @inline(__always)
  mutating func endPayload(_ start: Int) throws {
    let length = output.count &- start
    if length < 0x80 { return output.store(UInt8(truncatingIfNeeded: length), at: start &- 1) }
    try endLongPayload(start, length)
  }

  /// Writes a length of several bytes, after moving the value.
  @usableFromInline @inline(never)
  mutating func endLongPayload(_ start: Int, _ length: Int) throws {
    guard length <= limits.size else { throw tooLarge() }
    output.lengthen(prefix: UInt32(length), at: start)
  }

  /// Begins a level of nesting, which `leave()` ends; throws `tooDeep` if the limit is exceeded.
  @usableFromInline
  mutating func enter() throws {
    depth += 1
    guard depth <= limits.depth else {
      throw ArchiveError.tooDeep(limits.depth)
    }
  }

  /// Ends a level of nesting.
  @usableFromInline
  mutating func leave() { depth -= 1 }

  @usableFromInline
  func tooLarge() -> ArchiveError {
    ArchiveError(.tooLarge, "the archive has more than \(limits.size) bytes")
  }
}
