/// The bytes before the body of a self-contained archive.
///
/// The body holds the archived value with its type, and the instances of classes. A self-contained
/// archive has its schemas before the body. A stored archive has the numbers of its schemas
/// instead.
struct ArchiveHead {
  /// The first bytes of a self-contained archive.
  static let magic: [UInt8] = [0x4C, 0x41]
  private static let format: UInt8 = 1
  private static let isSelfContained: UInt8 = 0x10
  private static let hasObjects: UInt8 = 0x20

  let schemas: [ArchiveSchema]
  /// Whether instances of classes follow the archived value.
  let hasObjects: Bool
  /// The range of the body.
  let body: Range<Int>

  /// Returns the byte with the format and the flags.
  static func byte(isSelfContained: Bool, hasObjects: Bool) -> UInt8 {
    format | (isSelfContained ? Self.isSelfContained : 0) | (hasObjects ? Self.hasObjects : 0)
  }

  /// Reads the count of the entries that follow.
  ///
  /// The call checks that `size` bytes remain for each entry.
  static func takeCount(_ cursor: inout ByteCursor, size: Int) throws(ArchiveError) -> Int {
    let count = Int(try cursor.varint())
    guard count <= (cursor.end - cursor.position) / size else {
      throw ArchiveError(
        .truncated, at: cursor.position, "the bytes are too short for \(count) schemas")
    }
    return count
  }

  /// Verifies the checksum at the end of the archive, and decodes the bytes before the body.
  init(selfContained bytes: Span<UInt8>) throws(ArchiveError) {
    guard bytes.count >= 11, bytes[0] == Self.magic[0], bytes[1] == Self.magic[1] else {
      throw ArchiveError(.unknownFormat, at: 0, "the bytes are not a self-contained archive")
    }
    let end = bytes.count - 8
    let checksum = Checksum.rapidhash(bytes.extracting(0..<end), seed: 0)
    guard checksum == bytes.littleEndianUInt64(at: end) else {
      throw ArchiveError(.wrongChecksum, at: end, "the checksum does not match the bytes")
    }
    var cursor = ByteCursor(bytes)
    cursor.end = end
    cursor.position = Self.magic.count
    hasObjects = try Self.takeHead(&cursor, isSelfContained: true)
    schemas = try Self.takeSchemas(&cursor)
    body = cursor.position..<end
  }

  /// Reads the byte with the format and the flags, and returns whether instances follow the value.
  static func takeHead(
    _ cursor: inout ByteCursor, isSelfContained: Bool
  ) throws(ArchiveError) -> Bool {
    let place = cursor.position
    let head = try cursor.byte()
    guard head & 0x0F == format, head & 0xC0 == 0 else {
      throw ArchiveError(
        .unknownFormat, at: place, "the first byte, \(head), does not begin an archive of format 1")
    }
    guard (head & Self.isSelfContained != 0) == isSelfContained else {
      throw ArchiveError(
        .unknownFormat, at: place,
        isSelfContained ? "the archive has no schemas" : "the archive is self-contained")
    }
    return head & Self.hasObjects != 0
  }

  private static func takeSchemas(
    _ cursor: inout ByteCursor
  ) throws(ArchiveError) -> [ArchiveSchema] {
    // A schema takes at least four bytes.
    let count = try takeCount(&cursor, size: 4)
    var schemas: [ArchiveSchema] = []
    for _ in 0..<count {
      let length = Int(try cursor.varint())
      let start = try cursor.take(length)
      schemas.append(try schema(cursor.bytes.extracting(start..<start + length), at: start))
    }
    return schemas
  }

  /// Decodes a schema, or returns a cached schema with the same definition.
  private static func schema(
    _ definition: Span<UInt8>, at start: Int
  ) throws(ArchiveError) -> ArchiveSchema {
    if let known = KnownSchemas.shared.schema(definition) { return known }
    do throws(ArchiveError) {
      let schema = try ArchiveSchema(definition: definition)
      KnownSchemas.shared.add(schema)
      return schema
    } catch {
      throw ArchiveError(error.code, at: start + (error.offset ?? 0), error.message)
    }
  }
}
