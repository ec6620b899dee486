import LodeModels

/// A structure inside the model with the fields of the shape.
struct HistoryInner: Archivable {
  var plain: Plain
  static var archiveSchema: ArchiveSchema { HistoryShape.current.schema(.inner) }

  init(_ value: ArchiveValue) { plain = Plain(value) }
  func encode(to archive: inout ArchiveWriter) throws { try archive.encode(plain, .inner) }
  init(from archive: inout ArchiveReader) throws { plain = try archive.decode(.inner) }
}

/// Another one, which the shape may not have.
struct HistoryGone: Archivable {
  var plain: Plain
  static var archiveSchema: ArchiveSchema { HistoryShape.current.schema(.gone) }

  init(_ value: ArchiveValue) { plain = Plain(value) }
  func encode(to archive: inout ArchiveWriter) throws { try archive.encode(plain, .gone) }
  init(from archive: inout ArchiveReader) throws { plain = try archive.decode(.gone) }
}

/// A class with the fields of the shape.
class HistoryRoot: ArchivableClass {
  let root: Plain
  class var archiveSchema: ArchiveSchema { HistoryShape.current.schema(.root) }

  init(_ value: ArchiveValue) { root = Plain(value) }
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.beginLevel(HistoryRoot.archiveSchema)
    try archive.encode(root, .root)
  }
  required init(from archive: inout ArchiveReader) throws {
    try archive.enterLevel(HistoryRoot.archiveSchema)
    root = try archive.decode(.root)
  }
}

/// A subclass of it.
final class HistoryNode: HistoryRoot {
  let node: Plain
  override class var archiveSchema: ArchiveSchema { HistoryShape.current.schema(.node) }

  override init(_ value: ArchiveValue) {
    node = Plain(value)
    super.init(value)
  }
  override func encode(to archive: inout ArchiveWriter) throws {
    try super.encode(to: &archive)
    try archive.beginLevel(HistoryNode.archiveSchema)
    try archive.encode(node, .node)
  }
  required init(from archive: inout ArchiveReader) throws {
    try archive.enterLevel(HistoryNode.archiveSchema)
    node = try archive.decode(.node)
    try super.init(from: &archive)
  }

  /// The fields of both levels.
  var plain: Plain { root.merging(node) { $1 } }
}

extension Plain {
  /// The fields of an object, from a dictionary.
  init(_ value: ArchiveValue) {
    self = [:]
    for (name, value) in value.dictionary ?? [:] { self[name.string ?? ""] = value }
  }
}

extension ArchiveValue {
  /// Fields of an object, as a dictionary.
  init(_ plain: Plain) {
    self = .dictionary(Dictionary(uniqueKeysWithValues: plain.map { (.string($0), $1) }))
  }
}

extension Plain {
  /// The value at a path; `nil` when there is none, or it is nil.
  func value(at path: ArchivePath) -> ArchiveValue? {
    var value = ArchiveValue(self)
    for name in path.names {
      guard let inner = value.dictionary?[.string(name)] else { return nil }
      value = inner
    }
    return value == .null ? nil : value
  }
}
