/// The shape of a `Codable` value: the kind of its container, and the names and types of its
/// fields.
final class EncodedShape: Sendable {
  enum Kind: Sendable {
    /// An object of a structure or of a case of an enumeration.
    case keyed(ArchiveSchema)
    case unkeyed
    case single
  }

  let kind: Kind
  /// The names of the fields, or of the associated values of a case.
  let names: [String]
  let types: [ArchiveType]
  /// The name of the case, or `nil` for other values.
  let caseName: String?
  /// Whether two field names are canonically equivalent in Unicode but differ in UTF-8.
  let hasTwins: Bool
  /// Whether the value has nested containers.
  ///
  /// Types may fill nested containers in any order, so a `CollectingEncoder` collects a value with
  /// nested containers before writing.
  let isCollected: Bool

  init(_ kind: Kind, isCollected: Bool) {
    self.kind = kind
    self.isCollected = isCollected
    guard case .keyed(let schema) = kind else {
      names = []
      types = []
      caseName = nil
      hasTwins = false
      return
    }
    names = schema.fields.map(\.name)
    types = schema.fields.map(\.type)
    hasTwins = schema.hasTwins
    if case .enumCase(let name) = schema.kind { caseName = name } else { caseName = nil }
  }
}
