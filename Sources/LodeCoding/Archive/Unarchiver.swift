/// A decoder that turns an archive into a value.
///
/// Decoding creates only values of types that the program names: the requested type, the types of
/// its properties, and the allowed classes. An unarchiver has no state besides its options, so
/// several threads may use one unarchiver.
///
/// ```swift
/// let bytes = try Archiver.archive([1.5, 2.5])
/// print(try Unarchiver.unarchive([Double].self, from: bytes))
/// ```
public struct Unarchiver: Sendable {
  /// The limits on the archive.
  public var limits: ArchiveLimits
  /// The subclasses that decoding may create, and the additional type names that decoding accepts.
  public var allowing: AllowedTypes
  /// The contents of `Decoder.userInfo` for `Codable` types; empty by default.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The source of blob bytes for archives that refer to blobs by number.
  package var blobs: (any BlobSource)?

  /// Creates an unarchiver with the given limits and allowed types.
  ///
  /// - Parameters:
  ///   - limits: The limits on the archive.
  ///   - allowing: The subclasses that decoding may create, and the additional type names that
  ///     decoding accepts.
  public init(limits: ArchiveLimits = ArchiveLimits(), allowing: AllowedTypes = AllowedTypes()) {
    self.limits = limits
    self.allowing = allowing
  }

  /// Decodes a self-contained archive, with the default limits.
  ///
  /// - Parameters:
  ///   - type: The type of the archived value.
  ///   - bytes: The archive.
  ///   - types: The subclasses that decoding may create, and the additional type names that
  ///     decoding accepts.
  /// - Complexity: O(n) for n bytes of the archive.
  /// - Throws: Any error that a type's own decoding or a field's default throws, and
  ///   ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the archive or a field holds another type, or `outOfRange` if a number
  ///     does not fit its type.
  ///   - `missingField` if an object lacks a field without a default, or `unknownCase` if an
  ///     enumeration lacks the archived case or raw value.
  ///   - `futureVersion` if a later version of a type wrote an object with other fields.
  ///   - `typeNotAllowed` if an instance's class is neither the declared class nor listed in
  ///     `types`.
  ///   - `unresolvedCycle` if creating an instance of a class requires the same instance.
  ///   - `wrongFields` if a type decodes other fields than its schema declares.
  ///   - `tooDeep` or `tooLarge` if the archive exceeds a limit.
  ///   - `unknownFormat`, `wrongChecksum`, `truncated`, `trailingBytes`, `notCanonical`,
  ///     `invalidUTF8`, `invalidValue`, or `unknownReference` if the bytes are damaged.
  public static func unarchive<T: ArchivableValue>(
    _ type: T.Type, from bytes: [UInt8], allowing types: AllowedTypes = []
  ) throws -> T {
    try Unarchiver(allowing: types).unarchive(type, from: bytes.span)
  }

  /// Decodes a self-contained archive.
  ///
  /// - Parameters:
  ///   - type: The type of the archived value.
  ///   - bytes: The archive.
  /// - Complexity: O(n) for n bytes of the archive.
  /// - Throws: Any error that a type's own decoding or a field's default throws, and
  ///   ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the archive or a field holds another type, or `outOfRange` if a number
  ///     does not fit its type.
  ///   - `missingField` if an object lacks a field without a default, or `unknownCase` if an
  ///     enumeration lacks the archived case or raw value.
  ///   - `futureVersion` if a later version of a type wrote an object with other fields.
  ///   - `typeNotAllowed` if an instance's class is neither the declared class nor listed in
  ///     `allowing`.
  ///   - `unresolvedCycle` if creating an instance of a class requires the same instance.
  ///   - `wrongFields` if a type decodes other fields than its schema declares.
  ///   - `tooDeep` or `tooLarge` if the archive exceeds a limit.
  ///   - `unknownFormat`, `wrongChecksum`, `truncated`, `trailingBytes`, `notCanonical`,
  ///     `invalidUTF8`, `invalidValue`, or `unknownReference` if the bytes are damaged.
  public func unarchive<T: ArchivableValue>(
    _ type: T.Type = T.self, from bytes: Span<UInt8>
  ) throws -> T {
    try limits.check(size: bytes.count)
    let head = try ArchiveHead(selfContained: bytes)
    return try reading(bytes, head) { try Self.root(type, &$0) }
  }

  /// Decodes a stored archive.
  ///
  /// A stored archive refers to its schemas by number.
  ///
  /// - Parameters:
  ///   - type: The type of the archived value.
  ///   - bytes: The archive.
  ///   - schema: Returns the schema with a number, or `nil` if the store has no schema with the
  ///     number.
  /// - Complexity: O(n) for n bytes of the archive.
  /// - Throws: Any error that a type's own decoding or a field's default throws, and
  ///   ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the archive or a field holds another type, or `outOfRange` if a number
  ///     does not fit its type.
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
  public func unarchive<T: ArchivableValue>(
    _ type: T.Type = T.self, stored bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> T {
    try reading(stored: bytes, schema: schema) { try Self.root(type, &$0) }
  }

  /// Decodes a stored archive without its Swift types.
  ///
  /// - Complexity: O(n) for n bytes of the archive.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `tooDeep` or `tooLarge` if the archive exceeds a limit.
  ///   - `typeMismatch` if an object has a schema of another kind, such as a structure with the
  ///     schema of a class.
  ///   - `unknownFormat`, `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, or
  ///     `invalidValue` if the bytes are damaged.
  ///   - `unknownReference` if `schema` returns `nil` for a number, or a reference leads to no
  ///     object.
  package func archive(
    stored bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> Archive {
    try reading(stored: bytes, schema: schema) { reader in
      var values = UntypedReader(reader.cursor, reader.session)
      return try values.archive()
    }
  }

  /// Passes `body` a reader at the archived value of a self-contained archive.
  func reading<R>(
    _ bytes: Span<UInt8>, _ head: ArchiveHead, _ body: (inout ArchiveReader) throws -> R
  ) throws -> R {
    try withSession { session in
      session.schemas = head.schemas
      return try session.read(bytes, head.body, hasObjects: head.hasObjects, body)
    }
  }

  /// Passes `body` a reader at the archived value of a stored archive.
  func reading<R>(
    stored bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?,
    _ body: (inout ArchiveReader) throws -> R
  ) throws -> R {
    try limits.check(size: bytes.count)
    return try withSession { session in
      var cursor = ByteCursor(bytes)
      let hasObjects = try ArchiveHead.takeHead(&cursor, isSelfContained: false)
      try session.takeSchemas(&cursor, schema: schema)
      return try session.read(
        bytes, cursor.position..<bytes.count, hasObjects: hasObjects, body)
    }
  }

  @inline(__always)
  private func withSession<R>(_ body: (UnarchivingSession) throws -> R) throws -> R {
    let session = SessionPool.take()
    session.begin(limits: limits, allowing: allowing)
    if !userInfo.isEmpty { session.userInfo = userInfo }
    if let blobs { session.blobs = blobs }
    defer {
      if blobs != nil { session.blobs = nil }
      session.end()
      session.giveBack()
    }
    return try body(session)
  }

  /// Decodes the archived value, and then sets the references that may be part of cycles.
  static func root<T: ArchivableValue>(
    _ type: T.Type, _ reader: inout ArchiveReader
  ) throws -> T {
    let stored = try reader.cursor.type()
    let value: T
    if stored == T.archiveType {
      value = try T.unarchive(from: &reader)
    } else {
      var values = UntypedReader(reader.cursor, reader.session)
      value = try values.converted(from: stored, as: type)
      reader.cursor.position = values.cursor.position
    }
    try reader.cursor.finishArchive()
    try reader.resolvePending()
    return value
  }
}

extension ReadingSession {
  /// Passes `body` a reader at the archived value.
  ///
  /// Offsets in the thrown `ArchiveError` count from the beginning of the archive.
  func read<R>(
    _ bytes: Span<UInt8>, _ place: Range<Int>, hasObjects: Bool,
    _ body: (inout ArchiveReader) throws -> R
  ) throws -> R {
    let span = bytes.extracting(place)
    var reader = ArchiveReader(span, session: self)
    do {
      if hasObjects {
        objects = try ObjectTable(span, limits: limits)
        reader.cursor.end = objects.places.start
      }
      return try body(&reader)
    } catch let error as ArchiveError {
      throw error.moved(by: place.lowerBound)
    }
  }
}

extension ArchiveError {
  /// Returns the error with an offset that counts from an earlier beginning.
  func moved(by distance: Int) -> ArchiveError {
    ArchiveError(code, at: offset.map { $0 + distance }, message)
  }
}
