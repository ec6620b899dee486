// The encoding of schemas, which `Docs/Format/Archive.md` specifies.
extension ArchiveSchema {
  private static let superclassFlag: UInt8 = 0x10
  private static let extensibleFlag: UInt8 = 0x20

  /// Returns the bytes of a schema.
  static func definition(
    name: String, kind: Kind, version: Int, fields: [Field], isExtensible: Bool
  ) -> [UInt8] {
    var bytes: [UInt8] = [isExtensible ? extensibleFlag : 0]
    bytes.append(prefixed: name)
    bytes.append(varint: UInt32(version))
    switch kind {
    case .structure: break
    case .class(let superclass):
      bytes[0] |= 1
      guard let superclass else { break }
      bytes[0] |= superclassFlag
      bytes.append(prefixed: superclass)
    case .enumCase(let caseName):
      bytes[0] |= 2
      bytes.append(prefixed: caseName)
    case .extension(let label):
      bytes[0] |= 3
      bytes.append(prefixed: label)
    }
    bytes.append(varint: UInt32(fields.count))
    for field in fields {
      bytes.append(prefixed: field.name)
      field.type.forEachCode { bytes.append($0) }
    }
    return bytes
  }

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

extension [UInt8] {
  /// Appends a text with its length.
  fileprivate mutating func append(prefixed text: String) {
    append(varint: UInt32(text.utf8.count))
    self += text.utf8
  }

  /// Appends a varint: groups of seven bits, lowest group first.
  mutating func append(varint number: UInt32) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}
