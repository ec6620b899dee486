/// A reader of stored archives that hold values of one type, such as the rows of a scan.
///
/// The reader records the *prefix* of one archive: the bytes before the archived value, which
/// identify the schemas. For an archive with the same prefix, one comparison of eight bytes
/// replaces decoding the prefix. All archives must come from one store, so that a number always
/// identifies the same schema. A reader belongs to one thread.
package struct ArchiveSeries<Value: ArchivableValue>: ~Copyable {
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

  /// Returns whether an archive has the recorded prefix, so that ``value(in:)`` can decode it.
  ///
  /// Returns `false` for an archive that is shorter than eight bytes or exceeds the size limit.
  ///
  /// A method that returns an optional value would be slower: code that is not specialized looks up
  /// the metadata of the optional type for each row.
  ///
  /// - Complexity: O(1).
  package func hasPrefix(of bytes: Span<UInt8>) -> Bool {
    prefixCount > 0 && bytes.count >= 8 && bytes.littleEndianUInt64(at: 0) & mask == front
      && bytes.count <= limits.size
  }

  /// Returns the archived value of an archive with the recorded prefix.
  ///
  /// - Complexity: O(n) for n bytes of the archive.
  /// - Throws: Any error that a type's own decoding or a field's default throws, and
  ///   ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch`, `outOfRange`, `missingField`, `unknownCase`, `futureVersion`, or
  ///     `wrongFields` if an object does not decode as its type.
  ///   - `tooDeep` or `tooLarge` if the archive exceeds a default limit.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  package mutating func value(in bytes: Span<UInt8>) throws -> Value {
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

  /// Records the prefix of an archive that was decoded as a `Value`.
  ///
  /// Records no prefix for these archives:
  /// - An archive with class instances, whose positions vary.
  /// - An archive with blobs, whose bytes the store must read.
  /// - An archive of a value of another type, which needs a conversion.
  /// - An archive that is shorter than eight bytes, or whose prefix has more than eight bytes.
  ///
  /// - Complexity: O(s) for s schemas of the archive.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `unknownFormat`, `truncated`, `notCanonical`, `invalidValue`, or `tooDeep` if the bytes do
  ///     not begin like a stored archive.
  ///   - `unknownReference` if `schema` returns `nil` for a number.
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
