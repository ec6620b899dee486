import LodeModels

/// A model with the fields, key, indexes, and collection of the shape.
struct HistoryOuter: Archivable, Model {
  var plain: Plain
  /// What it has beyond its fields, when the shape keeps it.
  var extensions = ArchiveExtensions()

  static var collectionName: String { HistoryShape.current.collection }
  static var keyFields: [String] { HistoryShape.current.key }
  static var indexes: [IndexDefinition] { HistoryShape.current.indexes }
  var primaryKey: HistoryKey { HistoryKey(plain, HistoryShape.current.key) }
  static var archiveSchema: ArchiveSchema { HistoryShape.current.schema(.outer) }

  init(_ plain: Plain) {
    self.plain = plain
    for (name, value) in plain where name.hasPrefix("+") {
      let parts = name.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
      extensions[ArchiveExtensionField<ArchiveValue>(String(parts[0]), String(parts[1]))] = value
    }
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(plain, .outer)
    if HistoryShape.current.isExtensible(.outer) { try archive.encode(extensions) }
  }

  init(from archive: inout ArchiveReader) throws {
    plain = try archive.decode(.outer)
    if HistoryShape.current.isExtensible(.outer) { extensions = try archive.decodeExtensions() }
  }

  /// All that it has, as the reference has it.
  func whole() throws -> Plain {
    if extensions.isEmpty { return plain }
    var whole = plain.filter { !$0.key.hasPrefix("+") }
    for group in try Archive(archiving: self).root.object?.extensions ?? [] {
      for field in group.fields { whole["+\(group.label).\(field.name)"] = field.value.untyped }
    }
    return whole
  }
}

/// The key of the model: the values of some of its fields.
struct HistoryKey: CompoundKey, Archivable, Hashable {
  var values: [ArchiveValue]

  init(_ plain: Plain, _ names: [String]) { values = names.map { plain[$0] ?? .null } }

  func encodeElements(into buffer: inout KeyBuffer) {
    for value in values {
      if let number = value.int { number.encodeKeyElement(into: &buffer) }
      if let text = value.string { text.encodeKeyElement(into: &buffer) }
    }
  }

  init(elements reader: inout KeyReader) throws(KeyError) {
    let shape = HistoryShape.current
    values = []
    for name in shape.key {
      if shape.fields(.outer).first(where: { $0.name == name })?.type == .int {
        values.append(.int(Int64(try reader.read(Int.self))))
      } else {
        values.append(.string(try reader.read(String.self)))
      }
    }
  }

  static let archiveSchema = ArchiveSchema(
    "HistoryKey", fields: [.init("values", [ArchiveValue].self)])
  func encode(to archive: inout ArchiveWriter) throws { try archive.encode(values) }
  init(from archive: inout ArchiveReader) throws { values = try archive.decode(0) }
}
