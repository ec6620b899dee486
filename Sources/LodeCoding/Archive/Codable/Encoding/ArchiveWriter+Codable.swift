// Encoding of types that only conform to `Codable`.
extension ArchiveWriter {
  /// Archives a value of a `Codable` type as the next field, together with the value's type.
  ///
  /// - Complexity: O(n) for n bytes of the value; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted.
  /// - Throws: Any error that `encode(to:)` throws, and these errors:
  ///   - `EncodingError` if `encode(to:)` encodes a key twice, or different fields in two calls.
  ///   - `EncodingError` if a value requests containers of different kinds, or does not encode
  ///     exactly one value into a single value container.
  ///   - ``ArchiveError`` with `tooDeep` or `tooLarge` if the value exceeds a limit, or
  ///     `equalElements` if two elements or keys have the same bytes.
  ///   - ``ArchiveError`` with `wrongFields` if the schema has no more fields.
  @_disfavoredOverload
  public mutating func encode<T: Encodable>(_ value: T) throws {
    try append(any: value)
    try endVariable()
  }

  /// Appends the type and the payload of a value.
  mutating func append<T: Encodable>(any value: T) throws {
    let state = EncoderPool.shared.take() ?? EncoderState()
    // Encoding containers cannot hold an `inout` value, so the state owns the writer while the
    // value encodes itself.
    swap(&self, &state.writer)
    defer {
      swap(&self, &state.writer)
      EncoderPool.shared.give(state)
    }
    try state.append(any: value)
  }

  /// Appends the body of an archive.
  mutating func append<T: Encodable>(codableRoot value: T) throws {
    try append(any: value)
    try finishBody()
  }

  /// Appends the payload of the next fixed-width field.
  mutating func appendFixed(_ payload: [UInt8]) {
    let end = output.count
    output.count = fields.fixed
    output.append(copying: payload.span)
    fields.fixed = output.count
    output.count = end
  }

  /// Inserts the number of elements before the elements, which begin at `start`.
  mutating func endCounted(_ start: Int, count: Int) throws {
    guard let count = UInt32(exactly: count) else { throw tooLarge() }
    guard count >= 0x80 else { return output.store(UInt8(count), at: start - 1) }
    output.lengthen(prefix: count, at: start)
  }

  // Rollback, for a value whose fields differ from the predicted fields.

  /// A state of the writer to which `takeBack(to:)` returns.
  struct Mark {
    let count: Int
    let depth: Int
    let schemas: Int
    let fields: FieldCursor
    let shared: SharedObjects.Mark
  }

  /// The current state of the writer.
  var mark: Mark {
    Mark(
      count: output.count, depth: depth, schemas: schemas.count, fields: fields,
      shared: shared.mark)
  }

  /// Removes everything that was appended after a mark.
  mutating func takeBack(to mark: Mark) {
    output.count = mark.count
    depth = mark.depth
    fields = mark.fields
    schemas.removeLast(to: mark.schemas)
    shared.takeBack(to: mark.shared)
  }
}

extension Archiver {
  /// Encodes a value of a `Codable` type as a self-contained archive, with the default limits.
  ///
  /// Lode may call the value's `encode(to:)` several times. Every call must encode the same
  /// content.
  ///
  /// - Complexity: O(n) for n bytes of the archive; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted.
  /// - Throws: Any error that `encode(to:)` throws, and these errors:
  ///   - `EncodingError` if `encode(to:)` encodes a key twice, or different fields in two calls.
  ///   - `EncodingError` if a value requests containers of different kinds, or does not encode
  ///     exactly one value into a single value container.
  ///   - ``ArchiveError`` with `tooDeep` or `tooLarge` if the value exceeds a limit, or
  ///     `equalElements` if two elements or keys have the same bytes.
  public static func archive<T: Encodable>(codable value: T) throws -> [UInt8] {
    try Archiver().archive(codable: value)
  }

  /// Encodes a value of a `Codable` type as a self-contained archive.
  ///
  /// Lode may call the value's `encode(to:)` several times. Every call must encode the same
  /// content.
  ///
  /// - Complexity: O(n) for n bytes of the archive; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted.
  /// - Throws: Any error that `encode(to:)` throws, and these errors:
  ///   - `EncodingError` if `encode(to:)` encodes a key twice, or different fields in two calls.
  ///   - `EncodingError` if a value requests containers of different kinds, or does not encode
  ///     exactly one value into a single value container.
  ///   - ``ArchiveError`` with `tooDeep` or `tooLarge` if the value exceeds a limit, or
  ///     `equalElements` if two elements or keys have the same bytes.
  public func archive<T: Encodable>(codable value: T) throws -> [UInt8] {
    try encoding({ try $0.append(codableRoot: value) }) { $0.selfContained() }
  }

  /// Encodes a value of a `Codable` type for a store.
  ///
  /// The store numbers the schemas when it writes the archive. Lode may call the value's
  /// `encode(to:)` several times. Every call must encode the same content.
  ///
  /// - Complexity: O(n) for n bytes of the archive; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted.
  /// - Throws: Any error that `encode(to:)` throws, and these errors:
  ///   - `EncodingError` if `encode(to:)` encodes a key twice, or different fields in two calls.
  ///   - `EncodingError` if a value requests containers of different kinds, or does not encode
  ///     exactly one value into a single value container.
  ///   - ``ArchiveError`` with `tooDeep` or `tooLarge` if the value exceeds a limit, or
  ///     `equalElements` if two elements or keys have the same bytes.
  public func encode<T: Encodable>(codable value: T) throws -> EncodedArchive {
    try encoding({ try $0.append(codableRoot: value) }) { EncodedArchive($0) }
  }

  /// Encodes a value of a `Codable` type as a stored archive, and passes the bytes to `body`.
  ///
  /// Lode may call the value's `encode(to:)` several times. Every call must encode the same
  /// content. The bytes are valid only inside `body`.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - number: Returns the number of a schema in the store.
  ///   - body: Receives the bytes.
  /// - Complexity: O(n) for n bytes of the archive; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted. Reuses a pooled buffer.
  /// - Throws: Any error that `number`, `body`, or a type's `encode(to:)` throws, and these errors:
  ///   - `EncodingError` if `encode(to:)` encodes a key twice, or different fields in two calls.
  ///   - `EncodingError` if a value requests containers of different kinds, or does not encode
  ///     exactly one value into a single value container.
  ///   - ``ArchiveError`` with `tooDeep` or `tooLarge` if the value exceeds a limit, or
  ///     `equalElements` if two elements or keys have the same bytes.
  public func withStored<T: Encodable, R>(
    codable value: T, number: (ArchiveSchema) throws -> UInt32,
    _ body: (Span<UInt8>) throws -> R
  ) throws -> R {
    try encoding({ try $0.append(codableRoot: value) }) { writer in
      try writer.withStored(number: number, body)
    }
  }
}
