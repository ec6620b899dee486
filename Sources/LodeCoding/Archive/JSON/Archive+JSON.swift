extension Archive: CustomStringConvertible {
  /// Returns the archive as JSON, which `init(json:)` decodes to an equal archive.
  ///
  /// `Docs/Format/ArchiveJSON.md` specifies the JSON.
  ///
  /// - Parameters:
  ///   - isIndented: Whether each element and member has its own line.
  ///   - limits: The limits; only ``ArchiveLimits/depth`` has an effect.
  /// - Complexity: O(n log n) for n bytes of JSON.
  /// - Throws: ``ArchiveError`` with `tooDeep` if the nesting exceeds the limit.
  public func json(isIndented: Bool = false, limits: ArchiveLimits = ArchiveLimits())
    throws -> String
  {
    var members: [(name: String, value: JSONNode)] = [
      ("$archive", .string("\(rootType)")), ("root", try JSONNode.of(root, limits.depth)),
    ]
    if !objects.isEmpty {
      let nodes = try objects.map { try $0.map { try JSONNode.of($0, limits.depth) } ?? .null }
      members.append(("objects", .array(nodes)))
    }
    return JSONNode.object(members).text(isIndented: isIndented)
  }

  /// Decodes the JSON that `json()` returns.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - limits: The limits on the text: its size, its depth, and its number of values.
  /// - Complexity: O(n log n) for n bytes of JSON.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `invalidJSON` with the offset if the text is not the JSON of an archive, or has an object
  ///     with two members of one name.
  ///   - `outOfRange` with the offset if an integer does not fit 64 bits, or another number does
  ///     not fit a `Double`.
  ///   - `tooDeep` or `tooLarge` if the text exceeds a limit.
  public init(json: String, limits: ArchiveLimits = ArchiveLimits()) throws {
    let node = try JSONParser.parse(json, limits)
    guard case .object(let members) = node.content else {
      throw node.invalid("the JSON is not an archive")
    }
    var reading = MemberReading(node, members)
    let type = try reading.type("$archive")
    let root = try reading.take("root").archiveValue()
    let objects = try (reading.takeIfThere("objects")?.elements() ?? []).map { node in
      if case .null = node.content { nil as ArchivedObject? } else { try node.object() }
    }
    try reading.finish()
    self.init(root, type: type, objects: objects)
  }

  /// The JSON, or `…` if the nesting exceeds the default limit.
  public var description: String {
    (try? json()) ?? "…"
  }
}
