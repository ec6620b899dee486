/// The encoding of schemas, which `Docs/Format/Archive.md` specifies.
enum SchemaDefinition {
  private static let hasSuperclass: UInt8 = 0x10
  private static let isExtensible: UInt8 = 0x20

  static func bytes(
    name: String, kind: ArchiveSchema.Kind, version: Int, fields: [ArchiveSchema.Field],
    isExtensible: Bool
  ) -> [UInt8] {
    var bytes: [UInt8] = [isExtensible ? Self.isExtensible : 0]
    append(name, to: &bytes)
    append(UInt32(version), to: &bytes)
    switch kind {
    case .structure: break
    case .class(let superclass):
      bytes[0] |= 1
      guard let superclass else { break }
      bytes[0] |= hasSuperclass
      append(superclass, to: &bytes)
    case .enumCase(let caseName):
      bytes[0] |= 2
      append(caseName, to: &bytes)
    case .extension(let label):
      bytes[0] |= 3
      append(label, to: &bytes)
    }
    append(UInt32(fields.count), to: &bytes)
    for field in fields {
      append(field.name, to: &bytes)
      field.type.forEachCode { bytes.append($0) }
    }
    return bytes
  }

  /// Appends a text with its length.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    append(UInt32(text.utf8.count), to: &bytes)
    bytes += text.utf8
  }

  /// Appends a varint: groups of seven bits, lowest group first.
  static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

extension ArchiveSchema {
  /// Decodes the bytes of ``definition``.
  ///
  /// - Complexity: O(n) for n bytes.
  /// - Throws: ``ArchiveError`` with the offset and one of these codes:
  ///   - `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, `invalidValue`, or
  ///     `unknownFormat` if the bytes are damaged.
  ///   - `tooDeep` if a type is composed of more than 16 types.
  public convenience init(definition: Span<UInt8>) throws(ArchiveError) {
    var cursor = ByteCursor(definition)
    let head = try cursor.byte()
    guard head & 0xC0 == 0, head & 0x0C == 0 else {
      throw ArchiveError(.unknownFormat, at: 0, "\(head) is not a kind of schema")
    }
    let name = try cursor.prefixedString()
    let version = try cursor.varint()
    let kind: Kind
    switch head & 3 {
    case 0: kind = .structure
    case 1: kind = .class(superclass: head & 0x10 == 0 ? nil : try cursor.prefixedString())
    case 2: kind = .enumCase(try cursor.prefixedString())
    default: kind = .extension(try cursor.prefixedString())
    }
    guard head & 0x10 == 0 || head & 3 == 1 else {
      throw ArchiveError(.unknownFormat, at: 0, "only a class has a superclass")
    }
    guard head & 0x20 == 0 || head & 3 != 3 else {
      throw ArchiveError(.unknownFormat, at: 0, "an extension cannot be extended")
    }
    let fields = try Self.fields(&cursor)
    guard cursor.isAtEnd else {
      throw ArchiveError(.trailingBytes, at: cursor.position, "bytes follow the end of the schema")
    }
    self.init(
      name, kind: kind, version: Int(version), fields: fields, isExtensible: head & 0x20 != 0)
  }

  private static func fields(_ cursor: inout ByteCursor) throws(ArchiveError) -> [Field] {
    let count = try cursor.varint()
    // A field takes at least two bytes.
    guard Int(count) <= (cursor.end - cursor.position) / 2 else {
      throw ArchiveError(
        .truncated, at: cursor.position, "the bytes are too short for \(count) fields")
    }
    var fields: [Field] = []
    var names: Set<[UInt8]> = []
    for _ in 0..<count {
      let place = cursor.position
      let name = try cursor.prefixedString()
      guard names.insert(Array(name.utf8)).inserted else {
        throw ArchiveError(.invalidValue, at: place, "the object has two fields \"\(name)\"")
      }
      let type = try cursor.type()
      guard type != .null else {
        throw ArchiveError(.invalidValue, at: place, "the field \(name) is of type null")
      }
      fields.append(Field(name, type: type))
    }
    return fields
  }
}

extension ArchiveType {
  /// Calls `body` with the code of each type of which this type is composed, up to the 16th.
  func forEachCode(_ body: (UInt8) -> Void) {
    for index in 0..<Int(min(count, 16)) {
      body(UInt8(truncatingIfNeeded: codes >> (8 * UInt128(index))))
    }
  }
}
