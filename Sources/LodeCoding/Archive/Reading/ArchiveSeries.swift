/// Reads stored archives of one type that begin alike, as the rows of a scan mostly do.
///
/// What stands before the archived value is read once: the next archive costs a comparison of eight
/// bytes. All archives are of one store, so that a number always stands for the same schema.
package struct ArchiveSeries<Value: ArchivableValue>: ~Copyable {
  private let session: UnarchivingSession
  private let limits = ArchiveLimits()
  /// The first bytes of the archive that was learned, as far as they stand before its value.
  private var front: UInt64 = 0
  private var mask: UInt64 = 0
  /// How many bytes these are; 0 before one was learned.
  private var prefixCount = 0
  /// Where its body begins.
  private var body = 0

  /// Creates a reader that has seen no archive.
  package init() {
    session = SessionPool.take()
    session.begin(limits: limits, allowing: AllowedTypes())
  }

  deinit {
    session.end()
    session.giveBack()
  }

  /// The archived value, when the archive begins as the one that was learned; else `nil`.
  ///
  /// - Throws: as `Unarchiver`.
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

  /// Remembers how an archive begins that has been read as a value of this type.
  ///
  /// Not those with shared objects, of which each archive has its own, nor those with blobs, which
  /// their store has to read; nor those whose value would have to be converted.
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
