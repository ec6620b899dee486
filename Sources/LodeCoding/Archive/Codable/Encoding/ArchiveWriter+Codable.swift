// Values that are Codable, and nothing more, in archives.
extension ArchiveWriter {
  /// Archives the next field, of a type that is only Codable: as an any.
  ///
  /// - Throws: `EncodingError`, ``ArchiveError`` with `tooDeep` or `tooLarge`; what the value
  ///   throws.
  @_disfavoredOverload
  public mutating func encode<T: Encodable>(_ value: T) throws {
    try append(any: value)
    try endVariable()
  }

  /// Appends type and payload of a value.
  mutating func append<T: Encodable>(any value: T) throws {
    let state = EncoderPool.shared.take() ?? EncoderState()
    // Containers cannot hold what is `inout` here, so they get the writer itself for a while.
    swap(&self, &state.writer)
    defer {
      swap(&self, &state.writer)
      EncoderPool.shared.give(state)
    }
    try state.append(any: value)
  }

  /// Writes the body.
  mutating func append<T: Encodable>(codableRoot value: T) throws {
    try append(any: value)
    try finishBody()
  }

  /// Writes the payload of the next field of fixed width.
  mutating func appendFixed(_ payload: [UInt8]) {
    let end = output.count
    output.count = fields.fixed
    output.append(copying: payload.span)
    fields.fixed = output.count
    output.count = end
  }

  /// Writes how many elements there are, in front of those that were appended from `start` on.
  mutating func endCounted(_ start: Int, count: Int) throws {
    guard let count = UInt32(exactly: count) else { throw tooLarge() }
    guard count >= 0x80 else { return output.store(UInt8(count), at: start - 1) }
    output.makeGap((31 - count.leadingZeroBitCount) / 7, at: start)
    let end = output.count
    output.count = start - 1
    append(varint: count)
    output.count = end
  }

  // Taking back.

  /// A point to which the archive can be taken back.
  struct Mark {
    let count: Int
    let depth: Int
    let schemas: Int
    let fields: FieldCursor
    let shared: SharedObjects.Mark
  }

  var mark: Mark {
    Mark(
      count: output.count, depth: depth, schemas: schemas.count, fields: fields,
      shared: shared.mark)
  }

  mutating func takeBack(to mark: Mark) {
    output.count = mark.count
    depth = mark.depth
    fields = mark.fields
    schemas.removeLast(to: mark.schemas)
    shared.takeBack(to: mark.shared)
  }
}

extension Archiver {
  /// Archives a value of a type that is Codable, with the default limits.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: as the instance's method.
  public static func archive<T: Encodable>(codable value: T) throws -> [UInt8] {
    try Archiver().archive(codable: value)
  }

  /// Archives a value of a type that is Codable.
  ///
  /// A value's `encode(to:)` may be called up to three times; it has to encode the same each time.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: `EncodingError` when a key is encoded twice, or a value asks for containers of
  ///   different kinds; ``ArchiveError`` with `tooDeep` or `tooLarge`; what the value throws.
  public func archive<T: Encodable>(codable value: T) throws -> [UInt8] {
    try encoding({ try $0.append(codableRoot: value) }) { $0.selfContained() }
  }

  /// Archives a value of a type that is Codable for a store, which gives the schemas their numbers
  /// later.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: as `archive(codable:)`.
  public func encode<T: Encodable>(codable value: T) throws -> EncodedArchive {
    try encoding({ try $0.append(codableRoot: value) }) { EncodedArchive($0) }
  }

  /// Archives a value of a type that is Codable for a store whose numbers for schemas are known,
  /// and lends the bytes.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: as `archive(codable:)`; what `number` and `body` throw.
  public func withStored<T: Encodable, R>(
    codable value: T, number: (ArchiveSchema) throws -> UInt32,
    _ body: (Span<UInt8>) throws -> R
  ) throws -> R {
    try encoding({ try $0.append(codableRoot: value) }) { writer in
      try writer.withStored(number: number, body)
    }
  }
}

extension ArchiveSchema.Field {
  /// Creates a field for values of a type that is only Codable: an any.
  @_disfavoredOverload
  public init<T: Codable>(_ name: String, _ type: T.Type, was formerNames: [String] = []) {
    self.init(name, type: .any, was: formerNames)
  }

  /// Creates a field for values of a type that is only Codable, with a default; see
  /// ``init(_:_:was:default:)``.
  @_disfavoredOverload
  public init<T: Codable & SendableMetatype>(
    _ name: String, _ type: T.Type, was formerNames: [String] = [],
    default value: @autoclosure @escaping @Sendable () throws -> T
  ) {
    self.init(
      name, .any, was: formerNames, standard: FieldDefault(codable: value), valueType: nil)
  }
}
