extension Archive: CustomStringConvertible {
  /// The archive as JSON, from which `init(json:)` makes the same archive;
  /// `Docs/Format/ArchiveJSON.md` has the form.
  ///
  /// - Complexity: O(n log n) for n bytes.
  /// - Throws: ``ArchiveError`` with `tooDeep`.
  public func json(isIndented: Bool = false, limits: ArchiveLimits = ArchiveLimits())
    throws -> String
  {
    var members: [(name: String, value: JSONNode)] = [
      ("$archive", .string("\(rootType)")), ("root", try root.node(limits.depth)),
    ]
    if !objects.isEmpty {
      var nodes: [JSONNode] = []
      for object in objects { nodes.append(try object?.node(limits.depth) ?? .null) }
      members.append(("objects", .array(nodes)))
    }
    return JSONNode.object(members).text(isIndented: isIndented)
  }

  /// Reads what `json()` wrote.
  ///
  /// - Complexity: O(n log n) for n bytes.
  /// - Throws: ``ArchiveError`` with `invalidJSON` or `outOfRange` and the place in the text,
  ///   `tooDeep`, `tooLarge`.
  public init(json: String, limits: ArchiveLimits = ArchiveLimits()) throws {
    let node = try JSONParser.parse(json, limits)
    guard case .object(let members) = node.content else { throw node.invalid("this is no archive") }
    var reading = MemberReading(node, members)
    let type = try reading.type("$archive")
    let root = try reading.take("root").archiveValue()
    var objects: [ArchivedObject?] = []
    for object in try reading.takeIfThere("objects")?.elements() ?? [] {
      if case .null = object.content {
        objects.append(nil)
      } else {
        objects.append(try object.object())
      }
    }
    try reading.finish()
    self.init(root, type: type, objects: objects)
  }

  /// The JSON; three dots when the archive is nested too deep for that.
  public var description: String {
    (try? json()) ?? "…"
  }
}
