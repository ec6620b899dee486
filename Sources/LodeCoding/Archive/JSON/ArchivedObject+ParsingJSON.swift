/// A reader of the members of a JSON object, which consumes each member once.
struct MemberReading {
  private let node: JSONNode
  private var members: [(name: String, value: JSONNode)]

  init(_ node: JSONNode, _ members: [(name: String, value: JSONNode)]) {
    self.node = node
    self.members = members
  }

  /// Consumes a member, or returns `nil` if the object lacks the member.
  mutating func takeIfThere(_ name: String) -> JSONNode? {
    members.firstIndex { $0.name == name }.map { members.remove(at: $0).value }
  }

  /// Consumes a member, or throws `invalidJSON` if the object lacks the member.
  mutating func take(_ name: String) throws(ArchiveError) -> JSONNode {
    guard let value = takeIfThere(name) else {
      throw node.invalid("the member \(quoted(name)) is missing")
    }
    return value
  }

  mutating func string(_ name: String) throws(ArchiveError) -> String { try take(name).string() }

  mutating func type(_ name: String) throws(ArchiveError) -> ArchiveType { try take(name).type() }

  mutating func version() throws(ArchiveError) -> Int {
    let value = try take("version")
    guard case .number(let digits) = value.content, let version = UInt32(digits) else {
      throw value.invalid("a version must be an unsigned 32-bit integer")
    }
    return Int(version)
  }

  /// Throws `invalidJSON` if a member was not consumed.
  func finish() throws(ArchiveError) {
    if let member = members.first {
      throw member.value.invalid("the member \(quoted(member.name)) is unknown")
    }
  }
}

extension JSONNode {
  func string() throws(ArchiveError) -> String {
    guard case .string(let text) = content else { throw invalid("a string is expected") }
    return text
  }

  func type() throws(ArchiveError) -> ArchiveType {
    guard let type = ArchiveType(try string()) else { throw invalid("the text is not a type") }
    return type
  }

  func elements() throws(ArchiveError) -> [JSONNode] {
    guard case .array(let elements) = content else { throw invalid("an array is expected") }
    return elements
  }

  /// Decodes an archived object.
  func object() throws(ArchiveError) -> ArchivedObject {
    guard case .object(let members) = content else { throw invalid("an object is expected") }
    var reading = MemberReading(self, members)
    let name = try reading.string("$object")
    let version = try reading.version()
    let kind = try kind(&reading)
    let fields = try reading.take("fields").fields()
    let extensions = try reading.takeIfThere("extensions").map {
      (node) throws(ArchiveError) in try node.groups()
    }
    let superclass = try reading.takeIfThere("super").map {
      (node) throws(ArchiveError) in try node.object()
    }
    try reading.finish()
    return ArchivedObject(
      name, version: version, kind: kind, fields: fields, extensions: extensions,
      superclass: superclass)
  }

  /// Decodes the kind of an archived object from the member that only this kind has.
  private func kind(_ reading: inout MemberReading) throws(ArchiveError) -> ArchiveSchema.Kind {
    if let name = reading.takeIfThere("case") { return .enumCase(try name.string()) }
    if let label = reading.takeIfThere("extension") { return .extension(try label.string()) }
    guard let superclass = reading.takeIfThere("class") else { return .structure }
    if case .null = superclass.content { return .class(superclass: nil) }
    return .class(superclass: try superclass.string())
  }

  /// Decodes an array of fields, each an array of name, type, and value.
  private func fields() throws(ArchiveError) -> [ArchivedObject.Field] {
    var fields: [ArchivedObject.Field] = []
    for node in try elements() {
      let parts = try node.elements()
      guard parts.count == 3 else {
        throw node.invalid("a field must be an array of a name, a type, and a value")
      }
      fields.append(
        .init(
          try parts[0].string(), type: try parts[1].type(), try parts[2].archiveValue()))
    }
    return fields
  }

  /// Decodes the fields of extensions, grouped by label.
  private func groups() throws(ArchiveError) -> [ArchivedObject.Group] {
    var groups: [ArchivedObject.Group] = []
    for node in try elements() {
      guard case .object(let members) = node.content else {
        throw node.invalid("an object is expected")
      }
      var reading = MemberReading(node, members)
      let label = try reading.string("label")
      let version = try reading.version()
      let fields = try reading.take("fields").fields()
      try reading.finish()
      groups.append(.init(label, version: version, fields: fields))
    }
    return groups
  }
}
