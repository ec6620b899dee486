internal import LodeCoding

// The rows of types in the catalog; `Docs/Format/Migrations.md` specifies their bytes.
extension CatalogRecord {
  static let stepKind: UInt8 = 0x0b
  static let typeKind: UInt8 = 0x0c
  static let formerNamesKind: UInt8 = 0x10
  static let earlierKind: UInt8 = 0x11

  /// Encodes the version, the collection, and the key fields of a type.
  ///
  /// Separate rows contain the former names and the earlier version. The caller has checked the
  /// limits.
  static func encode(_ type: MigrationRecords.TypeRecord) -> [UInt8] {
    withBytes(of: UInt32(type.version).littleEndian)
      + ([type.collection] + type.keyFields).flatMap(encode)
  }

  /// Decodes the row of a type; returns `nil` if the bytes are damaged.
  static func decodeType(_ bytes: [UInt8]) -> MigrationRecords.TypeRecord? {
    guard bytes.count >= 6, let texts = texts(bytes.dropFirst(4)) else { return nil }
    return MigrationRecords.TypeRecord(
      version: Int(bytes.span.littleEndianUInt32(at: 0)), collection: texts[0],
      keyFields: Array(texts.dropFirst()))
  }

  /// Encodes the former names of a type and of its fields, each after the current name.
  ///
  /// An empty text means the current name of the type.
  static func encodeNames(of type: MigrationRecords.TypeRecord) -> [UInt8] {
    let fields = type.formerFields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let all = [("", type.formerNames)] + fields.map { ($0.key, $0.value) }
    return all.flatMap { name, former in former.flatMap { encode(name) + encode($0) } }
  }

  /// Decodes former names; returns `nil` if the bytes are damaged.
  static func decodeNames(_ bytes: [UInt8]) -> (type: [String], fields: [String: [String]])? {
    guard let texts = texts(bytes[...]), texts.count.isMultiple(of: 2) else { return nil }
    var (type, fields): ([String], [String: [String]]) = ([], [:])
    for index in stride(from: 0, to: texts.count, by: 2) {
      if texts[index].isEmpty {
        type.append(texts[index + 1])
      } else {
        fields[texts[index], default: []].append(texts[index + 1])
      }
    }
    return (type, fields)
  }

  /// Encodes a text after its length in bytes.
  static func encode(_ text: String) -> [UInt8] {
    withBytes(of: UInt16(text.utf8.count).littleEndian) + text.utf8
  }

  /// Decodes a sequence of texts, each after its length; returns `nil` if the bytes are damaged.
  private static func texts(_ bytes: ArraySlice<UInt8>) -> [String]? {
    var texts: [String] = []
    var bytes = bytes
    while !bytes.isEmpty {
      guard let text = takeText(&bytes) else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// Removes and decodes a text after its length.
  ///
  /// Returns `nil` if the bytes are too short or not UTF-8.
  static func takeText(_ bytes: inout ArraySlice<UInt8>) -> String? {
    takeBytes(&bytes, countSize: 2).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Removes bytes after their count, which has the given size.
  ///
  /// Returns `nil` if the bytes are too short.
  static func takeBytes(_ bytes: inout ArraySlice<UInt8>, countSize: Int) -> ArraySlice<UInt8>? {
    guard let count = takeNumber(&bytes, size: countSize), bytes.count >= count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }

  /// Removes and decodes a number with the given size in bytes.
  ///
  /// Returns `nil` if the bytes are too short.
  static func takeNumber(_ bytes: inout ArraySlice<UInt8>, size: Int) -> Int? {
    guard bytes.count >= size else { return nil }
    let number = bytes.prefix(size).reversed().reduce(0) { $0 << 8 | Int($1) }
    bytes = bytes.dropFirst(size)
    return number
  }
}
