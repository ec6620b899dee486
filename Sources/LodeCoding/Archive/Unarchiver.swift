/// A decoder of archives.
///
/// An archive can only create values of types that the program names: the requested type, the types
/// of its properties, and the allowed classes.
///
/// ```swift
/// let bytes = try Archiver.archive([1.5, 2.5])
/// print(try Unarchiver.unarchive([Double].self, from: bytes))
/// ```
public struct Unarchiver: Sendable {
  /// The limits on an archive's size and depth.
  public var limits: ArchiveLimits
  /// Classes and names in addition to the declared types.
  public var allowing: AllowedTypes
  /// The contents of `Decoder.userInfo` for Codable types.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The source of the bytes of blobs that archives refer to by number.
  package var blobs: (any BlobSource)?

  /// Creates an unarchiver.
  public init(limits: ArchiveLimits = ArchiveLimits(), allowing: AllowedTypes = AllowedTypes()) {
    self.limits = limits
    self.allowing = allowing
  }

  /// Decodes a self-contained archive.
  ///
  /// - Parameters:
  ///   - type: The type of the archived value.
  ///   - bytes: The archive.
  ///   - types: The subclasses that may be created where a superclass is expected.
  /// - Complexity: O(n) in the bytes.
  /// - Throws: ``ArchiveError``: `typeMismatch`, `missingField`, `futureVersion`, or a similar code
  ///   if the archive does not hold a `type`; `truncated`, `wrongChecksum`, or a similar code with
  ///   the offset if the archive is damaged; `tooDeep` or `tooLarge` if the archive exceeds a
  ///   limit.
  public static func unarchive<T: ArchivableValue>(
    _ type: T.Type, from bytes: [UInt8], allowing types: AllowedTypes = []
  ) throws -> T {
    try Unarchiver(allowing: types).unarchive(type, from: bytes.span)
  }

  /// Decodes a self-contained archive.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: ``ArchiveError``: `typeMismatch`, `missingField`, `futureVersion`, or a similar code
  ///   if the archive does not hold a `type`; `truncated`, `wrongChecksum`, or a similar code with
  ///   the offset if the archive is damaged; `tooDeep` or `tooLarge` if the archive exceeds a
  ///   limit.
  public func unarchive<T: ArchivableValue>(
    _ type: T.Type = T.self, from bytes: Span<UInt8>
  ) throws -> T {
    try limits.check(size: bytes.count)
    let head = try ArchiveHead(selfContained: bytes)
    return try reading(bytes, head) { reader in try reader.root(as: type) }
  }

  /// Decodes an archive of a store, whose schemas are found by their numbers.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: ``ArchiveError`` as `unarchive(_:from:)`.
  public func unarchive<T: ArchivableValue>(
    _ type: T.Type = T.self, stored bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> T {
    try reading(stored: bytes, schema: schema) { reader in try reader.root(as: type) }
  }

  /// Returns the numbers of the schemas that an archive of a store refers to.
  ///
  /// - Complexity: O(n) in the numbers.
  /// - Throws: ``ArchiveError`` if the bytes do not begin like an archive.
  public static func schemaNumbers(stored bytes: Span<UInt8>) throws(ArchiveError) -> [UInt32] {
    try ArchiveHead.numbers(stored: bytes)
  }

  /// Returns the schema number of the object that an archive of a store holds.
  ///
  /// Returns `nil` if the archive holds another kind of value.
  ///
  /// - Complexity: O(n) in the numbers.
  /// - Throws: ``ArchiveError`` if the bytes do not begin like an archive.
  package static func rootSchema(stored bytes: Span<UInt8>) throws(ArchiveError) -> UInt32? {
    try ArchiveHead.rootSchema(stored: bytes)
  }

  /// Returns whether an archive of a store refers to any of the given schemas.
  ///
  /// - Complexity: O(n) in the numbers.
  /// - Throws: ``ArchiveError`` if the bytes do not begin like an archive.
  package static func refers(
    stored bytes: Span<UInt8>, toAny numbers: Set<UInt32>
  ) throws(ArchiveError) -> Bool {
    try ArchiveHead.refers(stored: bytes, toAny: numbers)
  }

  /// Returns whether an archive of a store refers to one of two schemas.
  ///
  /// Returns `false` for bytes that do not begin like an archive.
  ///
  /// - Complexity: O(n) in the numbers.
  package static func refers(stored bytes: Span<UInt8>, to a: UInt32, or b: UInt32) -> Bool {
    ArchiveHead.refers(stored: bytes, to: a, or: b)
  }

  /// Decodes an archive of a store without its Swift types.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: Any error of `Archive.init(stored:limits:schema:)`.
  package func archive(
    stored bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> Archive {
    try reading(stored: bytes, schema: schema) { try $0.archive() }
  }

  /// Passes a reader at the archived value of a self-contained archive to `body`.
  func reading<R>(
    _ bytes: Span<UInt8>, _ head: ArchiveHead, _ body: (inout ArchiveReader) throws -> R
  ) throws -> R {
    try withSession { session in
      session.schemas = head.schemas
      return try session.read(bytes, head.body, hasObjects: head.hasObjects, body)
    }
  }

  /// Passes a reader at the archived value of a stored archive to `body`.
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
}

extension UnarchivingSession {
  /// Passes a reader at the archived value to `body`.
  ///
  /// Offsets in errors count from the beginning of the archive.
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
      throw ArchiveError(
        error.code, at: error.offset.map { $0 + place.lowerBound }, error.message)
    }
  }
}

extension ArchiveReader {
  /// Decodes the archived value and the remaining objects.
  mutating func root<T: ArchivableValue>(as type: T.Type) throws -> T {
    let stored = try cursor.type()
    let value =
      stored == T.archiveType ? try T.unarchive(from: &self) : try converted(from: stored, as: type)
    guard cursor.isAtEnd else {
      throw ArchiveError(.trailingBytes, at: cursor.position, "the archived value has ended")
    }
    try resolvePending()
    return value
  }
}
