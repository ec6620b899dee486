import Synchronization

/// The archived name of a Swift type and the protocols to which the type conforms, found once for
/// each type.
final class TypeFacts: Sendable {
  /// The name of the type in archives, without modules.
  let name: String
  /// The type as an archivable type, or `nil` for other types.
  let archivable: (any ArchivableValue.Type)?
  /// The type in archives: the `archiveType` of an archivable type, otherwise *any*.
  ///
  /// An any is a value that carries its own type.
  let archiveType: ArchiveType
  /// The type as a dictionary of `Encodable` keys and values, or `nil` for other types.
  let entries: (any EncodableEntries.Type)?
  /// The type as a dictionary of `Decodable` keys and values, or `nil` for other types.
  let decodableEntries: (any DecodableEntries.Type)?
  /// The type as a set of `Encodable` elements, or `nil` for other types.
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

  /// Returns the facts about a type; any thread may call this method.
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

  /// Returns the name that `String(reflecting:)` gives, without modules.
  ///
  /// Also removes the modules in generic arguments, and the context of a type that a function
  /// declares.
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
