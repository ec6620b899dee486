// Encoding of types that only conform to Codable.
extension ArchiveWriter {
  /// Archives the next field, of a Codable type, as an any.
  ///
  /// - Throws: `EncodingError` if a key is encoded twice or a value requests containers of
  ///   different kinds; ``ArchiveError`` with `tooDeep` or `tooLarge` if a limit is exceeded; any
  ///   error of the value.
  @_disfavoredOverload
  public mutating func encode<T: Encodable>(_ value: T) throws {
    try append(any: value)
    try endVariable()
  }

  /// Appends the type and payload of a value.
  mutating func append<T: Encodable>(any value: T) throws {
    let state = EncoderPool.shared.take() ?? EncoderState()
    // Containers cannot hold an `inout` value, so the state takes over the writer temporarily.
    swap(&self, &state.writer)
    defer {
      swap(&self, &state.writer)
      EncoderPool.shared.give(state)
    }
    try state.append(any: value)
  }

  /// Appends the archive's body.
  mutating func append<T: Encodable>(codableRoot value: T) throws {
    try append(any: value)
    try finishBody()
  }

  /// Appends the payload of the next field of fixed width.
  mutating func appendFixed(_ payload: [UInt8]) {
    let end = output.count
    output.count = fields.fixed
    output.append(copying: payload.span)
    fields.fixed = output.count
    output.count = end
  }

  /// Inserts the element count before the elements that begin at `start`.
  mutating func endCounted(_ start: Int, count: Int) throws {
    guard let count = UInt32(exactly: count) else { throw tooLarge() }
    guard count >= 0x80 else { return output.store(UInt8(count), at: start - 1) }
    output.makeGap((31 - count.leadingZeroBitCount) / 7, at: start)
    let end = output.count
    output.count = start - 1
    append(varint: count)
    output.count = end
  }

  // Rollback.

  /// A state of the archive for rollback.
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
  /// Archives a value of a Codable type with the default limits.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: `EncodingError` if a key is encoded twice or a value requests containers of
  ///   different kinds; ``ArchiveError`` with `tooDeep` or `tooLarge` if a limit is exceeded; any
  ///   error of the value.
  public static func archive<T: Encodable>(codable value: T) throws -> [UInt8] {
    try Archiver().archive(codable: value)
  }

  /// Archives a value of a Codable type.
  ///
  /// Lode may call the value's `encode(to:)` up to three times; every call must encode the same
  /// content.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: `EncodingError` if a key is encoded twice or a value requests containers of
  ///   different kinds; ``ArchiveError`` with `tooDeep` or `tooLarge` if a limit is exceeded; any
  ///   error of the value.
  public func archive<T: Encodable>(codable value: T) throws -> [UInt8] {
    try encoding({ try $0.append(codableRoot: value) }) { $0.selfContained() }
  }

  /// Archives a value of a Codable type for a store, which numbers the schemas later.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: `EncodingError` or ``ArchiveError`` as `archive(codable:)`; any error of the value.
  public func encode<T: Encodable>(codable value: T) throws -> EncodedArchive {
    try encoding({ try $0.append(codableRoot: value) }) { EncodedArchive($0) }
  }

  /// Archives a value of a Codable type with numbered schemas, and passes the bytes to `body`.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: `EncodingError` or ``ArchiveError`` as `archive(codable:)`; any error of the value,
  ///   of `number`, or of `body`.
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
  /// Creates a field for values of a Codable type, stored as an any.
  @_disfavoredOverload
  public init<T: Codable>(_ name: String, _ type: T.Type, was formerNames: [String] = []) {
    self.init(name, type: .any, was: formerNames)
  }

  /// Creates a field with a default for values of a Codable type; see ``init(_:_:was:default:)``.
  @_disfavoredOverload
  public init<T: Codable & SendableMetatype>(
    _ name: String, _ type: T.Type, was formerNames: [String] = [],
    default value: @autoclosure @escaping @Sendable () throws -> T
  ) {
    self.init(
      name, .any, was: formerNames, standard: FieldDefault(codable: value), valueType: nil)
  }
}
