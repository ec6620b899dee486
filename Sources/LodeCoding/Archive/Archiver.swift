/// An encoder that turns a value into an archive: the encoded value and the schemas of its types.
///
/// `archive(_:)` returns a self-contained archive, which includes the schemas, for files and
/// messages. `encode(_:)` and `withStored(_:number:_:)` produce archives for a store, which keeps
/// the schemas in its catalog.
///
/// ```swift
/// let bytes = try Archiver.archive(["apples": 3, "pears": 5])
/// let back = try Unarchiver.unarchive([String: Int].self, from: bytes)
/// ```
///
/// An archiver has no state besides its options, so several threads may use one archiver.
/// `Docs/Format/Archive.md` specifies the bytes.
public struct Archiver: Sendable {
  /// The limits on the archive; archiving ignores ``ArchiveLimits/count``.
  public var limits: ArchiveLimits
  /// The contents of `Encoder.userInfo` for `Codable` types; empty by default.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates an archiver with the given limits.
  public init(limits: ArchiveLimits = ArchiveLimits()) { self.limits = limits }

  /// Encodes a value as a self-contained archive, with the default limits.
  ///
  /// - Complexity: O(n) for n bytes of the archive; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted.
  /// - Throws: Any error that a type's own encoding throws, and ``ArchiveError`` with one of these
  ///   codes:
  ///   - `tooDeep` if the value exceeds the depth limit, or a type is composed of more than 16
  ///     types.
  ///   - `tooLarge` if the archive exceeds the size limit.
  ///   - `equalElements` if two elements of a set, or two keys of a dictionary, have the same
  ///     bytes.
  ///   - `wrongFields` if a type encodes other fields than its schema declares, or a class encodes
  ///     no level or more than 255 levels.
  ///   - `wrongFields`, `typeMismatch`, or `outOfRange` if an ``ArchiveValue`` inside the value
  ///     cannot be archived.
  public static func archive<T: ArchivableValue>(_ value: T) throws -> [UInt8] {
    try Archiver().archive(value)
  }

  /// Encodes a value as a self-contained archive.
  ///
  /// - Complexity: O(n) for n bytes of the archive; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted.
  /// - Throws: Any error that a type's own encoding throws, and ``ArchiveError`` with one of these
  ///   codes:
  ///   - `tooDeep` if the value exceeds the depth limit, or a type is composed of more than 16
  ///     types.
  ///   - `tooLarge` if the archive exceeds the size limit.
  ///   - `equalElements` if two elements of a set, or two keys of a dictionary, have the same
  ///     bytes.
  ///   - `wrongFields` if a type encodes other fields than its schema declares, or a class encodes
  ///     no level or more than 255 levels.
  ///   - `wrongFields`, `typeMismatch`, or `outOfRange` if an ``ArchiveValue`` inside the value
  ///     cannot be archived.
  public func archive<T: ArchivableValue>(_ value: T) throws -> [UInt8] {
    try encoding({ try $0.append(root: value) }) { $0.selfContained() }
  }

  /// Encodes a value for a store.
  ///
  /// The store numbers the schemas when it writes the archive.
  ///
  /// - Complexity: O(n) for n bytes of the archive; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted.
  /// - Throws: Any error that a type's own encoding throws, and ``ArchiveError`` with one of these
  ///   codes:
  ///   - `tooDeep` if the value exceeds the depth limit, or a type is composed of more than 16
  ///     types.
  ///   - `tooLarge` if the archive exceeds the size limit.
  ///   - `equalElements` if two elements of a set, or two keys of a dictionary, have the same
  ///     bytes.
  ///   - `wrongFields` if a type encodes other fields than its schema declares, or a class encodes
  ///     no level or more than 255 levels.
  ///   - `wrongFields`, `typeMismatch`, or `outOfRange` if an ``ArchiveValue`` inside the value
  ///     cannot be archived.
  public func encode<T: ArchivableValue>(_ value: T) throws -> EncodedArchive {
    try encoding({ try $0.append(root: value) }) { EncodedArchive($0) }
  }

  /// Encodes a value as a stored archive, and passes the bytes to `body`.
  ///
  /// The bytes are valid only inside `body`.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - number: Returns the number of a schema in the store.
  ///   - body: Receives the bytes.
  /// - Complexity: O(n) for n bytes of the archive; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted. Reuses a pooled buffer.
  /// - Throws: Any error that a type's own encoding, `number`, or `body` throws, and
  ///   ``ArchiveError`` with one of these codes:
  ///   - `tooDeep` if the value exceeds the depth limit, or a type is composed of more than 16
  ///     types.
  ///   - `tooLarge` if the archive exceeds the size limit.
  ///   - `equalElements` if two elements of a set, or two keys of a dictionary, have the same
  ///     bytes.
  ///   - `wrongFields` if a type encodes other fields than its schema declares, or a class encodes
  ///     no level or more than 255 levels.
  ///   - `wrongFields`, `typeMismatch`, or `outOfRange` if an ``ArchiveValue`` inside the value
  ///     cannot be archived.
  public func withStored<T: ArchivableValue, R>(
    _ value: T, number: (ArchiveSchema) throws -> UInt32, _ body: (Span<UInt8>) throws -> R
  ) throws -> R {
    let box = try filled { try $0.append(root: value) }
    defer { WriterPool.shared.give(box) }
    return try box.writer.withStored(number: number, body)
  }

  /// Passes a pooled writer to `fill` and then to `body`, and returns the result of `body`.
  func encoding<R>(
    _ fill: (inout ArchiveWriter) throws -> Void,
    _ body: (inout ArchiveWriter) throws -> R
  ) throws -> R {
    let box = try filled(fill)
    defer { WriterPool.shared.give(box) }
    return try body(&box.writer)
  }

  /// Passes a pooled writer to `fill`, and returns the writer.
  ///
  /// Calls `fill` twice if the numbers of the schemas may depend on the order in which a set or a
  /// dictionary iterates.
  private func filled(_ fill: (inout ArchiveWriter) throws -> Void) throws -> WriterBox {
    let box = WriterPool.shared.take() ?? WriterBox()
    do {
      box.writer.begin(limits)
      box.writer.userInfo = userInfo
      try fill(&box.writer)
      if box.writer.hasChanceNumbers {
        // Sets and dictionaries iterate in a different order in every process. So the order in
        // which an archive first uses schemas differs too. Numbering the schemas in advance gives
        // equal values equal bytes.
        let schemas = box.writer.schemas.schemas
        box.writer.end()
        box.writer.begin(limits)
        box.writer.userInfo = userInfo
        box.writer.schemas.add(
          schemas.sorted { $0.definition.lexicographicallyPrecedes($1.definition) })
        try fill(&box.writer)
      }
      return box
    } catch {
      WriterPool.shared.give(box)
      throw error
    }
  }
}

/// An archive whose schemas have no numbers yet.
///
/// Any thread can create an encoded archive. The store numbers the schemas when it writes the
/// archive.
public struct EncodedArchive: Sendable {
  /// The schemas that the archive uses.
  public let schemas: [ArchiveSchema]
  /// Whether a table of class instances ends the body.
  let hasObjects: Bool
  /// The archived value with its type, and the class instances.
  ///
  /// The body refers to a schema by its index in `schemas` plus 1.
  let body: [UInt8]

  init(_ writer: borrowing ArchiveWriter) {
    schemas = writer.schemas.schemas
    hasObjects = writer.hasObjects
    body = writer.output.bytes.extracting(ArchiveWriter.front...).copied()
  }

  /// Returns the stored archive, which refers to its schemas by number.
  ///
  /// - Parameter number: Returns the number of a schema in the store.
  /// - Complexity: O(n) for n bytes of the archive.
  /// - Throws: Any error that `number` throws.
  public func stored(number: (ArchiveSchema) throws -> UInt32) rethrows -> [UInt8] {
    var bytes: [UInt8] = []
    // The format and the flags take one byte, and each number takes at most five.
    bytes.reserveCapacity(6 + schemas.count * 5 + body.count)
    bytes.append(ArchiveHead.byte(isSelfContained: false, hasObjects: hasObjects))
    bytes.append(varint: UInt32(schemas.count))
    for schema in schemas { bytes.append(varint: try number(schema)) }
    bytes += body
    return bytes
  }

  /// Decodes the archived value.
  ///
  /// - Parameters:
  ///   - type: The type of the archived value.
  ///   - unarchiver: The options of the decoding.
  /// - Complexity: O(n) for n bytes of the archive.
  /// - Throws: Any error that a type's own decoding or a field's default throws, and
  ///   ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the archive or a field holds another type, or `outOfRange` if a number
  ///     does not fit its type.
  ///   - `missingField` if an object lacks a field without a default, or `unknownCase` if an
  ///     enumeration lacks the archived case or raw value.
  ///   - `futureVersion` if a later version of a type wrote an object with other fields.
  ///   - `typeNotAllowed` if an instance's class is neither the declared class nor listed in
  ///     `unarchiver.allowing`.
  ///   - `unresolvedCycle` if creating an instance of a class requires the same instance.
  ///   - `wrongFields` if a type decodes other fields than its schema declares.
  ///   - `tooDeep` or `tooLarge` if the archive exceeds a limit.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`,
  ///     `unknownFormat`, or `unknownReference` if the bytes are damaged.
  public func decoded<T: ArchivableValue>(
    as type: T.Type = T.self, with unarchiver: Unarchiver = Unarchiver()
  ) throws -> T {
    // Inside this archive, a schema's number is its index plus 1.
    var place: UInt32 = 0
    let bytes = stored { _ in
      place += 1
      return place
    }
    return try unarchiver.unarchive(type, stored: bytes.span) { schemas[Int($0) - 1] }
  }
}
