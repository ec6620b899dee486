/// An encoder of archives that contain their own schemas, for files, messages, and exports.
///
/// ```swift
/// let bytes = try Archiver.archive(["apples": 3, "pears": 5])
/// let back = try Unarchiver.unarchive([String: Int].self, from: bytes)
/// ```
///
/// `Docs/Format/Archive.md` specifies the bytes.
public struct Archiver: Sendable {
  /// The limits on an archive's size and depth.
  public var limits: ArchiveLimits
  /// The contents of `Encoder.userInfo` for Codable types.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates an archiver.
  public init(limits: ArchiveLimits = ArchiveLimits()) { self.limits = limits }

  /// Archives a value with the default limits.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: ``ArchiveError`` with `tooDeep` or `tooLarge` if the value exceeds a limit; any
  ///   error of the value's type.
  public static func archive<T: ArchivableValue>(_ value: T) throws -> [UInt8] {
    try Archiver().archive(value)
  }

  /// Archives a value.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: ``ArchiveError`` with `tooDeep` or `tooLarge` if the value exceeds a limit; any
  ///   error of the value's type.
  public func archive<T: ArchivableValue>(_ value: T) throws -> [UInt8] {
    try encoding({ try $0.append(root: value) }) { $0.selfContained() }
  }

  /// Archives a value for a store, which numbers the schemas later.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: ``ArchiveError`` with `tooDeep` or `tooLarge` if the value exceeds a limit; any
  ///   error of the value's type.
  public func encode<T: ArchivableValue>(_ value: T) throws -> EncodedArchive {
    try encoding({ try $0.append(root: value) }) { EncodedArchive($0) }
  }

  /// Archives a value for a store with numbered schemas, and passes the bytes to `body`.
  ///
  /// - Complexity: O(n) in the bytes. Allocates nothing for values of usual size.
  /// - Throws: ``ArchiveError`` with `tooDeep` or `tooLarge` if the value exceeds a limit; any
  ///   error of the value's type, of `number`, or of `body`.
  public func withStored<T: ArchivableValue, R>(
    _ value: T, number: (ArchiveSchema) throws -> UInt32, _ body: (Span<UInt8>) throws -> R
  ) throws -> R {
    try encoding({ try $0.append(root: value) }) { writer in
      try writer.withStored(number: number, body)
    }
  }

  /// Passes a writer to `fill` and then to the second closure, which reads the result.
  func encoding<R>(
    _ fill: (inout ArchiveWriter) throws -> Void,
    _ body: (inout ArchiveWriter) throws -> R
  ) throws -> R {
    let box = WriterPool.shared.take() ?? WriterBox()
    box.writer.begin(limits)
    box.writer.userInfo = userInfo
    defer {
      box.writer.end()
      WriterPool.shared.give(box)
    }
    try fill(&box.writer)
    if box.writer.hasChanceNumbers {
      // Sets and dictionaries iterate in another order in every process, and the order of their
      // schemas follows. Assigning the numbers in advance gives equal values equal bytes.
      let schemas = box.writer.schemas.schemas
      box.writer.end()
      box.writer.begin(limits)
      box.writer.schemas.add(
        schemas.sorted { $0.definition.lexicographicallyPrecedes($1.definition) })
      try fill(&box.writer)
    }
    return try body(&box.writer)
  }
}

/// An archive whose schemas have no numbers yet.
///
/// Any thread can create an encoded archive before a store assigns the numbers.
public struct EncodedArchive: Sendable {
  /// The schemas, which the body refers to by their positions in this array, from 1.
  public let schemas: [ArchiveSchema]
  let hasObjects: Bool
  let body: [UInt8]

  init(_ writer: borrowing ArchiveWriter) {
    schemas = writer.schemas.schemas
    hasObjects = writer.hasObjects
    body = writer.output.bytes.extracting(ArchiveWriter.front...).copied()
  }

  /// Returns the archive in the form that a store keeps.
  ///
  /// - Complexity: O(n) in the bytes.
  public func stored(number: (ArchiveSchema) throws -> UInt32) rethrows -> [UInt8] {
    var bytes: [UInt8] = []
    // The head takes one byte, and each number takes at most five.
    bytes.reserveCapacity(6 + schemas.count * 5 + body.count)
    bytes.append(ArchiveHead.byte(isSelfContained: false, hasObjects: hasObjects))
    SchemaDefinition.append(UInt32(schemas.count), to: &bytes)
    for schema in schemas { SchemaDefinition.append(try number(schema), to: &bytes) }
    bytes += body
    return bytes
  }

  /// Decodes the archived value.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: Any error of `Unarchiver.unarchive(_:from:)`.
  public func decoded<T: ArchivableValue>(
    as type: T.Type = T.self, with unarchiver: Unarchiver = Unarchiver()
  ) throws -> T {
    // The numbers of the schemas are their positions in the archive's own list.
    var place: UInt32 = 0
    let bytes = stored { _ in
      place += 1
      return place
    }
    return try unarchiver.unarchive(type, stored: bytes.span) { schemas[Int($0) - 1] }
  }
}
