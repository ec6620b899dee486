#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ArchiveValue: CustomStringConvertible {
  /// Returns the value as JSON, which `init(json:)` decodes to an equal value.
  ///
  /// A value whose type JSON lacks is an object with a member whose name begins with `$`, such as
  /// `{"$data":"AP8="}`. `Docs/Format/ArchiveJSON.md` lists these objects. The order of elements
  /// and members is deterministic.
  ///
  /// - Parameters:
  ///   - isIndented: Whether each element and member has its own line.
  ///   - limits: The limits; only ``ArchiveLimits/depth`` has an effect.
  /// - Complexity: O(n log n) for n bytes of JSON.
  /// - Throws: ``ArchiveError`` with `tooDeep` if the nesting exceeds the limit.
  public func json(isIndented: Bool = false, limits: ArchiveLimits = ArchiveLimits())
    throws -> String
  {
    try JSONNode.of(self, limits.depth).text(isIndented: isIndented)
  }

  /// The JSON, or `…` if the nesting exceeds the default limit.
  public var description: String {
    (try? json()) ?? "…"
  }
}

extension JSONNode {
  /// Returns the JSON of the value, which may nest `depth` more levels.
  static func of(_ value: ArchiveValue, _ depth: Int) throws(ArchiveError) -> JSONNode {
    switch value {
    case .null: return .null
    case .bool(let value): return JSONNode(.bool(value))
    case .int(let value): return .number(value)
    case .uint(let value):
      return value > Int64.max ? .number(value) : .tagged("uint", .number(value))
    case .float(let value): return .tagged("float", .floating(value))
    case .double(let value):
      return value.isFinite ? .floating(value) : .tagged("double", .floating(value))
    case .string(let value): return .string(value)
    case .data(let value): return .tagged("data", .string(value.base64EncodedString()))
    case .date(let value): return .tagged("date", .date(value))
    case .uuid(let value): return .tagged("uuid", .string(value.uuidString.lowercased()))
    case .decimal(let value): return .tagged("decimal", .string(value.archiveText))
    case .array(let values): return .array(try nodes(values, depth))
    case .set(let values): return .tagged("set", .array(try sorted(values, depth)))
    case .dictionary(let entries): return try of(entries, depth)
    case .object(let object):
      if let blob = object.blob { return .tagged("blob", .string(blob.data.base64EncodedString())) }
      return try of(object, try inner(depth))
    case .reference(let number): return .tagged("reference", .number(number))
    case .typed(let type, let value):
      return .object([
        ("$typed", .string("\(type)")), ("value", try of(value, try inner(depth))),
      ])
    }
  }

  /// Returns the depth that remains inside a value, or throws `tooDeep` if no depth remains.
  static func inner(_ depth: Int) throws(ArchiveError) -> Int {
    guard depth > 0 else { throw ArchiveError(.tooDeep, "the value is nested too deep for JSON") }
    return depth - 1
  }

  private static func nodes(
    _ values: some Sequence<ArchiveValue>, _ depth: Int
  ) throws(ArchiveError) -> [JSONNode] {
    let depth = try inner(depth)
    return try values.map { (value) throws(ArchiveError) in try of(value, depth) }
  }

  /// Returns the JSON of the values, sorted by the bytes of the JSON text of each value.
  private static func sorted(
    _ values: some Sequence<ArchiveValue>, _ depth: Int
  ) throws(ArchiveError) -> [JSONNode] {
    try nodes(values, depth).map { ($0, $0.text(isIndented: false)) }
      .sorted { $0.1.precedes($1.1) }.map(\.0)
  }

  private static func of(
    _ entries: [ArchiveValue: ArchiveValue], _ depth: Int
  ) throws(ArchiveError) -> JSONNode {
    let depth = try inner(depth)
    var members: [(name: String, value: JSONNode)] = []
    var pairs: [JSONNode] = []
    for (key, value) in entries {
      let value = try of(value, depth)
      if case .string(let name) = key { members.append((name, value)) }
      pairs.append(.array([try of(key, depth), value]))
    }
    if members.count == entries.count, !members.contains(where: { $0.name.hasPrefix("$") }) {
      return .object(members.sorted { $0.name.precedes($1.name) })
    }
    let sorted = pairs.map { ($0, $0.text(isIndented: false)) }.sorted { $0.1.precedes($1.1) }
    return .tagged("dictionary", .array(sorted.map(\.0)))
  }

  /// Returns the JSON of the object, which may nest `depth` more levels.
  static func of(_ object: ArchivedObject, _ depth: Int) throws(ArchiveError) -> JSONNode {
    var members: [(name: String, value: JSONNode)] = [
      ("$object", .string(object.name)), ("version", .number(object.version)),
    ]
    switch object.kind {
    case .structure: break
    case .class(let superclass): members.append(("class", superclass.map(JSONNode.string) ?? .null))
    case .enumCase(let name): members.append(("case", .string(name)))
    case .extension(let label): members.append(("extension", .string(label)))
    }
    members.append(("fields", try of(object.fields, depth)))
    if let extensions = object.extensions {
      var groups: [JSONNode] = []
      for group in extensions {
        groups.append(
          .object([
            ("label", .string(group.label)), ("version", .number(group.version)),
            ("fields", try of(group.fields, depth)),
          ]))
      }
      members.append(("extensions", .array(groups)))
    }
    if let superclass = object.superclass {
      members.append(("super", try of(superclass, try inner(depth))))
    }
    return .object(members)
  }

  private static func of(
    _ fields: [ArchivedObject.Field], _ depth: Int
  ) throws(ArchiveError) -> JSONNode {
    let nodes = try fields.map { (field) throws(ArchiveError) in
      JSONNode.array([.string(field.name), .string("\(field.type)"), try of(field.value, depth)])
    }
    return .array(nodes)
  }
}

extension JSONNode {
  /// Returns an object with one member, whose name is `$` and the tag.
  static func tagged(_ tag: String, _ value: JSONNode) -> JSONNode { .object([("$" + tag, value)]) }

  /// Returns a number with a point or an exponent, or a text for an infinite value or a NaN.
  ///
  /// The text of a NaN is `nan`, or the bits in hexadecimal if the bits differ from `Double.nan`.
  static func floating(_ value: Double) -> JSONNode {
    floating(value, value.bitPattern, nan: Double.nan.bitPattern)
  }

  /// Returns a number or a text, as for a `Double`.
  static func floating(_ value: Float) -> JSONNode {
    floating(value, value.bitPattern, nan: Float.nan.bitPattern)
  }

  private static func floating<I: FixedWidthInteger>(
    _ value: some BinaryFloatingPoint & CustomStringConvertible, _ bits: I, nan: I
  ) -> JSONNode {
    if value.isFinite { return JSONNode(.number(value.description)) }
    let isPlain = bits == nan || value.isInfinite
    return .string(isPlain ? specialName(value) : "0x" + String(bits, radix: 16))
  }

  /// Returns the date in ISO 8601 if the text is exact, otherwise the seconds since 2001-01-01.
  static func date(_ date: Date) -> JSONNode {
    let seconds = date.timeIntervalSinceReferenceDate
    return DateText.format(seconds).map(JSONNode.string) ?? .floating(seconds)
  }
}
