/// A coding key: a name in an archive or an index in an array.
struct ArchiveCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(_ index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  init?(stringValue: String) { self.init(stringValue) }

  init?(intValue: Int) { self.init(intValue) }

  /// The key under which the standard library nests the container of a superclass.
  static let `super` = ArchiveCodingKey("super")
}
