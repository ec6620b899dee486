/// A reader of stored archives of one type that share a prefix, as most rows of a scan do.
///
/// The reader decodes the prefix once. Every further archive costs one comparison of eight bytes.
/// All archives must come from one store, so that a number always identifies the same schema.
package struct ArchiveSeries<Value: ArchivableValue>: ~Copyable {
  private let session: UnarchivingSession
  private let limits = ArchiveLimits()
  /// The recorded prefix: the bytes before the archived value, and their mask.
  private var front: UInt64 = 0
  private var mask: UInt64 = 0
  /// The length of the prefix in bytes; 0 if no prefix is recorded.
  private var prefixCount = 0
  /// The offset of the body.
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

  /// Returns the archived value if the archive has the recorded prefix, otherwise `nil`.
  ///
  /// - Throws: ``ArchiveError`` as `Unarchiver`.
  package mutating func value(in bytes: Span<UInt8>) throws -> Value? {
    guard prefixCount > 0, bytes.count >= 8, bytes.littleEndianUInt64(at: 0) & mask == front,
      bytes.count <= limits.size
    else { return nil }
    session.depth = 0
    session.count = 0
    return try session.read(bytes, body..<bytes.count, hasObjects: false) { reader in
      reader.cursor.position = prefixCount - body
      let value = try Value.unarchive(from: &reader)
      guard reader.cursor.isAtEnd else { throw reader.trailingBytes() }
      return value
    }
  }

  /// Records the prefix of an archive that was decoded as a value of this type.
  ///
  /// Some archives are not recorded: archives with shared objects, which differ in each archive;
  /// archives with blobs, which the store must read; and archives whose value needs a conversion.
  package mutating func learn(
    _ bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws(ArchiveError) {
    prefixCount = 0
    var cursor = ByteCursor(bytes)
    guard try !ArchiveHead.takeHead(&cursor, isSelfContained: false) else { return }
    try session.takeSchemas(&cursor, schema: schema)
    guard !session.schemas.contains(where: { $0.name == Blob.name }) else { return }
    body = cursor.position
    guard try cursor.type() == Value.archiveType, cursor.position <= 8, bytes.count >= 8 else {
      return
    }
    prefixCount = cursor.position
    mask = UInt64.max &>> UInt64(64 - 8 * prefixCount)
    front = bytes.littleEndianUInt64(at: 0) & mask
  }
}
