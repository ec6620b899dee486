/// A reader of stored archives that hold values of one type, such as the rows of a scan.
///
/// The reader records the *prefix* of an archive: the bytes before the archived value, which
/// identify the schemas. For an archive with the same prefix, one comparison of eight bytes
/// replaces decoding the prefix. All archives must come from one store, so that a number always
/// identifies the same schema. A reader belongs to one thread.
///
/// The type is not generic, because Swift looks up the metadata of a generic type at each use.
package struct ArchiveSeries: ~Copyable {
  private let session: UnarchivingSession
  private let limits = ArchiveLimits()
  /// The recorded prefix; `mask` selects the prefix in the first eight bytes of an archive.
  private var front: UInt64 = 0
  private var mask: UInt64 = 0
  /// The length of the prefix in bytes; 0 if no prefix is recorded.
  private var prefixCount = 0
  /// The offset of the body, which begins with the type of the archived value.
  private var body = 0

  /// Creates a reader without a recorded prefix.
  package init() {
    session = SessionPool.take()
    session.begin(limits: limits, allowing: AllowedTypes())
  }

  deinit {
    session.end()
    session.giveBack()
  }

  /// Decodes an archive, and records its prefix.
  ///
  /// Records no prefix for these archives:
  /// - An archive with class instances, whose positions vary.
  /// - An archive with blobs, whose bytes the store must read.
  /// - An archive of a value of another type, which needs a conversion.
  /// - An archive that is shorter than eight bytes, or whose prefix has more than eight bytes.
  ///
  /// - Parameters:
  ///   - type: The type of the archived value, which is the same in each call.
  ///   - bytes: The archive.
  ///   - blobs: Returns the source of the archive's blobs; called only without a known prefix.
  ///   - schema: Returns the schema with a number, or `nil` if the store has no schema with the
  ///     number; called only without a known prefix.
  /// - Complexity: O(n) for n bytes of the archive.
  /// - Throws: The errors of ``Unarchiver/unarchive(_:stored:schema:)``.
  @inline(__always)
  package mutating func unarchive<Value: ArchivableValue>(
    _ type: Value.Type, _ bytes: Span<UInt8>, blobs: () -> (any BlobSource)?,
    schema: (UInt32) -> ArchiveSchema?
  ) throws -> Value {
    guard hasPrefix(of: bytes) else {
      return try unarchive(type, bytes, from: blobs(), schema: schema)
    }
    session.depth = 0
    session.count = 0
    var reader = ArchiveReader(bytes.extracting(body..<bytes.count), session: session)
    reader.cursor.position = prefixCount - body
    do {
      let value = try Value.unarchive(from: &reader)
      guard reader.cursor.isAtEnd else { throw reader.cursor.trailingBytes() }
      return value
    } catch let error as ArchiveError {
      throw error.moved(by: body)
    }
  }

  /// Returns whether an archive has the recorded prefix and an allowed size.
  private func hasPrefix(of bytes: Span<UInt8>) -> Bool {
    prefixCount > 0 && bytes.count >= 8 && bytes.littleEndianUInt64(at: 0) & mask == front
      && bytes.count <= limits.size
  }

  /// Decodes an archive whose prefix is not recorded, and records the prefix.
  @inline(never)
  private mutating func unarchive<Value: ArchivableValue>(
    _ type: Value.Type, _ bytes: Span<UInt8>, from blobs: (any BlobSource)?,
    schema: (UInt32) -> ArchiveSchema?
  ) throws -> Value {
    prefixCount = 0
    try limits.check(size: bytes.count)
    session.begin(limits: limits, allowing: AllowedTypes())
    if let blobs { session.blobs = blobs }
    defer {
      if blobs != nil { session.blobs = nil }
      session.end()
    }
    var cursor = ByteCursor(bytes)
    let hasObjects = try ArchiveHead.takeHead(&cursor, isSelfContained: false)
    try session.takeSchemas(&cursor, schema: schema)
    let body = cursor.position
    let value = try session.read(bytes, body..<bytes.count, hasObjects: hasObjects) {
      try Unarchiver.root(type, &$0)
    }
    if !hasObjects, !session.schemas.contains(where: { $0.name == Blob.name }) {
      try record(bytes, &cursor, Value.archiveType)
    }
    return value
  }

  /// Records the prefix of an archive whose schemas the cursor has passed.
  private mutating func record(
    _ bytes: Span<UInt8>, _ cursor: inout ByteCursor, _ type: ArchiveType
  ) throws(ArchiveError) {
    body = cursor.position
    guard try cursor.type() == type, cursor.position <= 8, bytes.count >= 8 else { return }
    prefixCount = cursor.position
    mask = UInt64.max &>> UInt64(64 - 8 * prefixCount)
    front = bytes.littleEndianUInt64(at: 0) & mask
  }
}
