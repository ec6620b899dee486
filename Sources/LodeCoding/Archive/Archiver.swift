/// Turns values into archives that carry their own schemas; for files, messages and exports.
///
/// ```swift
/// let bytes = try Archiver.archive(["apples": 3, "pears": 5])
/// let back = try Unarchiver.unarchive([String: Int].self, from: bytes)
/// ```
///
/// `Docs/Format/Archive.md` has the bytes.
public struct Archiver: Sendable {
  /// How much an archive may hold.
  public var limits: ArchiveLimits
  /// What Codable types find in `Encoder.userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates an archiver.
  public init(limits: ArchiveLimits = ArchiveLimits()) { self.limits = limits }

  /// Archives a value with the default limits.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: ``ArchiveError`` with `tooDeep` or `tooLarge`; what the value's type throws.
  public static func archive<T: ArchivableValue>(_ value: T) throws -> [UInt8] {
    try Archiver().archive(value)
  }

  /// Archives a value.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: ``ArchiveError`` with `tooDeep` or `tooLarge`; what the value's type throws.
  public func archive<T: ArchivableValue>(_ value: T) throws -> [UInt8] {
    try encoding({ try $0.append(root: value) }) { $0.selfContained() }
  }

  /// Archives a value for a store, which gives the schemas their numbers later.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: as `archive(_:)`.
  public func encode<T: ArchivableValue>(_ value: T) throws -> EncodedArchive {
    try encoding({ try $0.append(root: value) }) { EncodedArchive($0) }
  }

  /// Archives a value for a store whose numbers for schemas are known, and lends the bytes.
  ///
  /// - Complexity: O(bytes); allocates nothing for values of everyday size.
  /// - Throws: as `archive(_:)`; what `number` and `body` throw.
  public func withStored<T: ArchivableValue, R>(
    _ value: T, number: (ArchiveSchema) throws -> UInt32, _ body: (Span<UInt8>) throws -> R
  ) throws -> R {
    try encoding({ try $0.append(root: value) }) { writer in
      try writer.withStored(number: number, body)
    }
  }

  /// Lends a writer, first to be filled and then to be read.
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
      // Sets and dictionaries come in another order in every run of a program, and so did the
      // schemas in them. With their numbers given beforehand, equal values have equal bytes.
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

/// An archive whose schemas have no numbers yet: made on any thread, before a store knows where it
/// will go.
public struct EncodedArchive: Sendable {
  /// The schemas that the body refers to by their places here, from 1.
  public let schemas: [ArchiveSchema]
  let hasObjects: Bool
  let body: [UInt8]

  init(_ writer: borrowing ArchiveWriter) {
    schemas = writer.schemas.schemas
    hasObjects = writer.hasObjects
    body = writer.output.bytes.extracting(ArchiveWriter.front...).copied()
  }

  /// The archive in the form that a store keeps.
  ///
  /// - Complexity: O(bytes).
  public func stored(number: (ArchiveSchema) throws -> UInt32) rethrows -> [UInt8] {
    var bytes: [UInt8] = []
    // One byte for the head, five at most for each number.
    bytes.reserveCapacity(6 + schemas.count * 5 + body.count)
    bytes.append(ArchiveHead.byte(isSelfContained: false, hasObjects: hasObjects))
    SchemaDefinition.append(UInt32(schemas.count), to: &bytes)
    for schema in schemas { SchemaDefinition.append(try number(schema), to: &bytes) }
    bytes += body
    return bytes
  }

  /// Reads the archived value back.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: as `Unarchiver.unarchive(_:from:)`.
  public func decoded<T: ArchivableValue>(
    as type: T.Type = T.self, with unarchiver: Unarchiver = Unarchiver()
  ) throws -> T {
    // Schemas go by their places in the archive's own list.
    var place: UInt32 = 0
    let bytes = stored { _ in
      place += 1
      return place
    }
    return try unarchiver.unarchive(type, stored: bytes.span) { schemas[Int($0) - 1] }
  }
}
