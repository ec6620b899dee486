/// The bytes of an archive before the archived value's fields or payload.
///
/// Archives with the same prefix have the same schemas and an archived value of the same type.
@usableFromInline
struct ArchivePrefix: Sendable {
  /// The first eight bytes of the prefix; `mask` selects the prefix in eight bytes.
  @usableFromInline var word: UInt64 = 0
  @usableFromInline var mask: UInt64 = 0
  /// The prefix's bytes after the first eight.
  private var rest: [UInt8] = []
  /// The length of the prefix in bytes; 0 if no prefix is set.
  @usableFromInline var count = 0
  /// Whether instances of classes follow the archived value.
  var hasObjects = false
  /// The offset of the body, which begins with the type of the archived value.
  var body = 0
  /// The offset of the archived value's payload.
  var start = 0
  /// The type of the archived value.
  var type = ArchiveType.null
  /// The index of each schema's byte layout in `PathSchemas`, in the order of the schema numbers.
  var shapes: [Int] = []
  /// The offset of the end table of the archived structure, or 0 if the archived value is no
  /// structure with variable-width fields.
  var fixedEnd = 0
  /// Whether each path of the reader leads to a fixed-width field, or to an absent field.
  var hasFixedPaths = false
  /// The index of the prefix's first location in the cached offsets of the reader.
  @usableFromInline var firstOffset = 0

  init() {}

  /// Decodes the prefix of an archive up to the payload of the archived value.
  init(
    _ bytes: Span<UInt8>, _ schemas: inout PathSchemas, schema: (UInt32) -> ArchiveSchema?
  ) throws(ArchiveError) {
    var cursor = ByteCursor(bytes)
    hasObjects = try ArchiveHead.takeHead(&cursor, isSelfContained: false)
    for _ in 0..<(try ArchiveHead.takeCount(&cursor, size: 1)) {
      let place = cursor.position
      let number = try cursor.varint()
      guard let found = schema(number) else {
        throw ArchiveError(.unknownReference, at: place, "schema \(number) does not exist")
      }
      shapes.append(schemas.number(of: found))
    }
    body = cursor.position
    type = try cursor.type()
    start = cursor.position
  }

  /// Sets the end of the prefix to an offset in an archive that begins with the prefix.
  mutating func end(at end: Int, of bytes: Span<UInt8>) {
    guard bytes.count >= 8 else { return }
    count = end
    mask = end >= 8 ? UInt64.max : ~(UInt64.max &<< UInt64(8 * end))
    word = bytes.littleEndianUInt64(at: 0) & mask
    if end > 8 { rest = bytes.extracting(8..<end).copied() }
  }

  /// Returns whether an archive begins with this prefix.
  @inlinable @inline(__always)
  func begins(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= 8 && count > 0 && bytes.littleEndianUInt64(at: 0) & mask == word
      && (count <= 8 || hasRest(bytes))
  }

  /// Returns whether the bytes after the first eight are equal too.
  @usableFromInline
  func hasRest(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= count && bytes.extracting(8..<count).byteOrder(rest.span) == 0
  }
}
