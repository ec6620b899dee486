import Synchronization

/// Facts about a Swift type, requested from the runtime once.
final class TypeFacts: Sendable {
  /// The type's name in archives, without modules.
  let name: String
  /// The type as an `ArchivableValue` type, or `nil`.
  let archivable: (any ArchivableValue.Type)?
  /// The type's representation in a schema.
  let archiveType: ArchiveType
  /// The type as a dictionary whose keys and values are Codable, or `nil`.
  let entries: (any EncodableEntries.Type)?
  /// The type as a decodable dictionary, or `nil`.
  let decodableEntries: (any DecodableEntries.Type)?
  /// The type as a set of Codable elements, or `nil`.
  let members: (any EncodableMembers.Type)?

  private init(_ type: Any.Type) {
    name = Self.archiveName(String(reflecting: type))
    archivable = type as? any ArchivableValue.Type
    archiveType = archivable?.archiveType ?? .any
    entries = type as? any EncodableEntries.Type
    decodableEntries = type as? any DecodableEntries.Type
    members = type as? any EncodableMembers.Type
  }

  private static let known = Mutex<[ObjectIdentifier: TypeFacts]>([:])

  static func of(_ type: Any.Type) -> TypeFacts {
    let id = ObjectIdentifier(type)
    if let facts = known.withLock({ $0[id] }) { return facts }
    let facts = TypeFacts(type)
    return known.withLock { known in
      if let first = known[id] { return first }
      known[id] = facts
      return facts
    }
  }

  /// Returns a name of `String(reflecting:)` without modules, also inside generic arguments.
  ///
  /// The contexts of types declared in functions are removed too.
  static func archiveName(_ reflected: String) -> String {
    var name = ""
    var path: [Substring] = []
    var start = reflected.startIndex
    var nesting = 0
    func flush(_ end: String.Index) {
      path.append(reflected[start..<end])
      let kept = path.count > 1 ? path.dropFirst() : path[...]
      name += kept.filter { !$0.hasPrefix("(") }.joined(separator: ".")
      path = []
    }
    for index in reflected.indices {
      switch reflected[index] {
      case "(": nesting += 1
      case ")": nesting -= 1
      case "." where nesting == 0:
        path.append(reflected[start..<index])
        start = reflected.index(after: index)
      case "<", ">", ",", " ":
        guard nesting == 0 else { continue }
        if start < index || !path.isEmpty { flush(index) }
        name.append(reflected[index])
        start = reflected.index(after: index)
      default: break
      }
    }
    if start < reflected.endIndex { flush(reflected.endIndex) }
    return name
  }
}
