/// What stands before the archived value, and what it means.
///
/// Archives that begin with the same bytes have the same schemas, and an archived value of the same
/// type.
@usableFromInline
struct ArchivePrefix: Sendable {
  /// The first bytes, as far as they belong to the front, and which they are.
  @usableFromInline var word: UInt64 = 0
  @usableFromInline var mask: UInt64 = 0
  /// The bytes behind the first eight.
  private var rest: [UInt8] = []
  /// How many bytes the front has; 0 when there was none yet.
  @usableFromInline var count = 0
  /// Whether shared objects stand behind the archived value.
  var hasObjects = false
  /// Where the body begins.
  var body = 0
  /// Where the payload of the archived value begins.
  var start = 0
  /// The type of the archived value.
  var type = ArchiveType.null
  /// The shapes of the schemas, that of number 1 first.
  var shapes: [Int] = []
  /// The index of the first offset of these paths in the reader.
  @usableFromInline var firstOffset = 0

  init() {}

  /// Reads the front of an archive.
  init(
    _ bytes: Span<UInt8>, _ schemas: inout PathSchemas, schema: (UInt32) -> ArchiveSchema?
  ) throws(ArchiveError) {
    var cursor = ByteCursor(bytes)
    hasObjects = try ArchiveHead.takeHead(&cursor, isSelfContained: false)
    for _ in 0..<(try ArchiveHead.takeCount(&cursor, size: 1)) {
      let place = cursor.position
      let number = try cursor.varint()
      guard let found = schema(number) else {
        throw ArchiveError(.unknownReference, at: place, "there is no schema \(number)")
      }
      shapes.append(schemas.number(of: found))
    }
    body = cursor.position
    type = try cursor.type()
    start = cursor.position
  }

  /// Ends the front at a place of an archive that begins with it.
  mutating func end(at end: Int, of bytes: Span<UInt8>) {
    guard bytes.count >= 8 else { return }
    count = end
    mask = end >= 8 ? UInt64.max : ~(UInt64.max &<< UInt64(8 * end))
    word = bytes.littleEndianUInt64(at: 0) & mask
    if end > 8 { rest = bytes.extracting(8..<end).copied() }
  }

  /// Whether an archive begins with this front.
  @inlinable @inline(__always)
  func begins(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= 8 && count > 0 && bytes.littleEndianUInt64(at: 0) & mask == word
      && (count <= 8 || hasRest(bytes))
  }

  @usableFromInline
  func hasRest(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= count && bytes.extracting(8..<count).byteOrder(rest.span) == 0
  }
}
