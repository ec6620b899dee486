/// Turns archives back into values.
///
/// An archive can only create values of types that the program names: the requested type, the types
/// of its properties, and the allowed classes.
///
/// ```swift
/// let bytes = try Archiver.archive([1.5, 2.5])
/// print(try Unarchiver.unarchive([Double].self, from: bytes))
/// ```
public struct Unarchiver: Sendable {
  /// How much an archive may ask for.
  public var limits: ArchiveLimits
  /// Classes and names beyond those that types declare.
  public var allowing: AllowedTypes
  /// What Codable types find in `Decoder.userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// What has the bytes of blobs that archives only name.
  package var blobs: (any BlobSource)?

  /// Creates an unarchiver.
  public init(limits: ArchiveLimits = ArchiveLimits(), allowing: AllowedTypes = AllowedTypes()) {
    self.limits = limits
    self.allowing = allowing
  }

  /// Reads a self-contained archive.
  ///
  /// - Parameters:
  ///   - type: The type of the archived value.
  ///   - bytes: The archive.
  ///   - types: The subclasses that may be created where a superclass is expected.
  /// - Complexity: O(bytes).
  /// - Throws: as the instance's method.
  public static func unarchive<T: ArchivableValue>(
    _ type: T.Type, from bytes: [UInt8], allowing types: AllowedTypes = []
  ) throws -> T {
    try Unarchiver(allowing: types).unarchive(type, from: bytes.span)
  }

  /// Reads a self-contained archive.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: ``ArchiveError``: `typeMismatch`, `missingField`, `futureVersion` and the like when
  ///   the archive is of something else; `truncated`, `wrongChecksum` and the like when it is
  ///   damaged, with the place; `tooDeep`, `tooLarge`.
  public func unarchive<T: ArchivableValue>(
    _ type: T.Type = T.self, from bytes: Span<UInt8>
  ) throws -> T {
    try limits.check(size: bytes.count)
    let head = try ArchiveHead(selfContained: bytes)
    return try reading(bytes, head) { reader in try reader.root(as: type) }
  }

  /// Reads an archive of a store, whose schemas are found by their numbers.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: as `unarchive(_:from:)`.
  public func unarchive<T: ArchivableValue>(
    _ type: T.Type = T.self, stored bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> T {
    try reading(stored: bytes, schema: schema) { reader in try reader.root(as: type) }
  }

  /// The numbers of the schemas that an archive of a store refers to.
  ///
  /// - Complexity: O(numbers).
  /// - Throws: ``ArchiveError`` when the bytes do not begin as an archive.
  public static func schemaNumbers(stored bytes: Span<UInt8>) throws(ArchiveError) -> [UInt32] {
    try ArchiveHead.numbers(stored: bytes)
  }

  /// The number of the schema of the object that an archive of a store holds; `nil` when it holds
  /// something else.
  ///
  /// - Complexity: O(numbers).
  /// - Throws: ``ArchiveError`` when the bytes do not begin as an archive.
  package static func rootSchema(stored bytes: Span<UInt8>) throws(ArchiveError) -> UInt32? {
    try ArchiveHead.rootSchema(stored: bytes)
  }

  /// Whether an archive of a store refers to one of some schemas.
  ///
  /// - Complexity: O(numbers).
  /// - Throws: ``ArchiveError`` when the bytes do not begin as an archive.
  package static func refers(
    stored bytes: Span<UInt8>, toAny numbers: Set<UInt32>
  ) throws(ArchiveError) -> Bool {
    try ArchiveHead.refers(stored: bytes, toAny: numbers)
  }

  /// Whether an archive of a store refers to one of two schemas; bytes that do not begin as an
  /// archive do not.
  ///
  /// - Complexity: O(numbers).
  package static func refers(stored bytes: Span<UInt8>, to a: UInt32, or b: UInt32) -> Bool {
    ArchiveHead.refers(stored: bytes, to: a, or: b)
  }

  /// Reads an archive of a store without its types.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: as `Archive.init(stored:limits:schema:)`.
  package func archive(
    stored bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> Archive {
    try reading(stored: bytes, schema: schema) { try $0.archive() }
  }

  /// Lends a reader that stands at the archived value of a self-contained archive.
  func reading<R>(
    _ bytes: Span<UInt8>, _ head: ArchiveHead, _ body: (inout ArchiveReader) throws -> R
  ) throws -> R {
    try withSession { session in
      session.schemas = head.schemas
      return try session.read(bytes, head.body, hasObjects: head.hasObjects, body)
    }
  }

  /// Lends a reader that stands at the archived value of a stored archive.
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
  /// Lends a reader that stands at the archived value; places in errors count from the beginning of
  /// the archive.
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
  /// Reads the archived value, and the objects that are left to be made.
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
