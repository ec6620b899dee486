#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ArchiveValue {
  /// Decodes JSON from `json()` or from another program.
  ///
  /// A number without a point or an exponent is an integer. An object is a dictionary unless the
  /// name of a member begins with `$`.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - limits: The limits on the text: its size, its depth, and its number of values.
  /// - Complexity: O(n log n) for n bytes of JSON.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `invalidJSON` with the offset if the text is not the JSON of a value, or has an object
  ///     with two members of one name.
  ///   - `outOfRange` with the offset if an integer does not fit 64 bits, or another number does
  ///     not fit a `Double`.
  ///   - `tooDeep` or `tooLarge` if the text exceeds a limit.
  public init(json: String, limits: ArchiveLimits = ArchiveLimits()) throws {
    if let value = json.withUTF8Span({ JSONParser.value($0, limits) }) {
      self = value
    } else {
      self = try JSONParser.parse(json, limits).archiveValue()
    }
  }

  /// Decodes the fields of a document from a JSON object in UTF-8.
  ///
  /// Bytes that are not UTF-8 become U+FFFD.
  ///
  /// - Complexity: O(n log n) for n bytes of JSON.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `invalidJSON` with the offset if the text is not a JSON object, or is the JSON of another
  ///     value, such as `{"$set":[]}`.
  ///   - `invalidJSON` if two names are equal, or canonically equivalent in Unicode.
  ///   - `outOfRange` with the offset if an integer does not fit 64 bits, or another number does
  ///     not fit a `Double`.
  ///   - `tooDeep` or `tooLarge` if the text exceeds a default limit.
  package static func fields(json: Span<UInt8>) throws -> [String: ArchiveValue] {
    if json.isUTF8, let members = JSONParser.members(json) { return members }
    let value = try ArchiveValue(json: String(decoding: json.copied(), as: UTF8.self))
    guard let fields = value.fields else {
      throw ArchiveError(.invalidJSON, at: 0, "the JSON is not an object with distinct names")
    }
    return fields
  }

  /// The entries of a dictionary by name.
  ///
  /// The property is `nil` if the value is not a dictionary, a key is not a text, or two keys are
  /// canonically equivalent in Unicode.
  package var fields: [String: ArchiveValue]? {
    guard case .dictionary(let entries) = untyped else { return nil }
    var fields: [String: ArchiveValue] = [:]
    fields.reserveCapacity(entries.count)
    for (key, value) in entries {
      guard case .string(let name) = key, fields.updateValue(value, forKey: name) == nil else {
        return nil
      }
    }
    return fields
  }
}

extension JSONNode {
  /// Returns an error with the offset of the node.
  func invalid(_ message: String) -> ArchiveError {
    ArchiveError(.invalidJSON, at: offset, message)
  }

  /// Decodes the value of the node.
  func archiveValue() throws(ArchiveError) -> ArchiveValue {
    switch content {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .number(let digits): return try number(digits)
    case .string(let text): return .string(text)
    case .array(let elements): return .array(try Self.values(elements))
    case .object(let members):
      guard members.contains(where: { $0.name.hasPrefix("$") }) else {
        var entries: [ArchiveValue: ArchiveValue] = [:]
        for (name, value) in members { entries[.string(name)] = try value.archiveValue() }
        return .dictionary(entries)
      }
      return try tagged(members)
    }
  }

  private static func values(_ nodes: [JSONNode]) throws(ArchiveError) -> [ArchiveValue] {
    try nodes.map { (node) throws(ArchiveError) in try node.archiveValue() }
  }

  /// Decodes a number: an integer of 64 bits, or a `Double` if a point or an exponent occurs.
  private func number(_ digits: String) throws(ArchiveError) -> ArchiveValue {
    if digits.utf8.contains(where: { $0 == 0x2E || $0 | 0x20 == 0x65 }) {
      guard let value = Self.finite(digits) else {
        throw ArchiveError(.outOfRange, at: offset, "\(digits) is too large for a Double")
      }
      return .double(value)
    }
    if let value = Int64(digits) { return .int(value) }
    if let value = UInt64(digits) { return .uint(value) }
    throw ArchiveError(.outOfRange, at: offset, "\(digits) does not fit 64 bits")
  }

  /// Decodes an object that has a member whose name begins with `$`.
  private func tagged(
    _ members: [(name: String, value: JSONNode)]
  ) throws(ArchiveError) -> ArchiveValue {
    if members.contains(where: { $0.name == "$object" }) { return .object(try object()) }
    if members.contains(where: { $0.name == "$typed" }) {
      var reading = MemberReading(self, members)
      let type = try reading.type("$typed")
      let value = try reading.take("value").archiveValue()
      try reading.finish()
      return .typed(type, value)
    }
    guard members.count == 1 else {
      throw invalid("an object with a member that begins with $ must have no other member")
    }
    let (tag, node) = members[0]
    switch tag {
    case "$set": return .set(try node.set())
    case "$dictionary": return .dictionary(try node.entries())
    default: break
    }
    guard let value = try node.scalar(tag) else {
      throw invalid("\(quoted(tag)) does not have valid content")
    }
    return value
  }

  /// Decodes a value other than a collection from the content of the member `tag`.
  ///
  /// Returns `nil` if the content is not valid for the tag.
  private func scalar(_ tag: String) throws(ArchiveError) -> ArchiveValue? {
    switch (tag, content) {
    case ("$uint", .number(let digits)): UInt64(digits).map(ArchiveValue.uint)
    case ("$reference", .number(let digits)): Int(digits).map(ArchiveValue.reference)
    case ("$float", .number(let digits)):
      Float(digits).flatMap { $0.isFinite ? .float($0) : nil }
    case ("$float", .string(let text)):
      (specialNumber(text) ?? Self.bits(text).map(Float.init(bitPattern:))).map(ArchiveValue.float)
    case ("$double", .number(let digits)): Self.finite(digits).map(ArchiveValue.double)
    case ("$double", .string(let text)): Self.double(text).map(ArchiveValue.double)
    case ("$data", .string(let text)): Data(base64Encoded: text).map(ArchiveValue.data)
    case ("$blob", .string(let text)):
      Data(base64Encoded: text).map { .blob(Blob($0)) }
    case ("$uuid", .string(let text)): UUID(uuidString: text).map(ArchiveValue.uuid)
    case ("$decimal", .string(let text)):
      (Decimal(archiveText: text) ?? Decimal(exactly: text)).map(ArchiveValue.decimal)
    case ("$date", .number(let digits)): Self.finite(digits).map(Self.date)
    case ("$date", .string(let text)):
      (DateText.parse(text) ?? Self.double(text)).map(Self.date)
    default: nil
    }
  }

  /// Parses a number, or returns `nil` if the nearest `Double` is infinite.
  private static func finite(_ digits: String) -> Double? {
    Double(digits).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func date(_ seconds: Double) -> ArchiveValue {
    .date(Date(timeIntervalSinceReferenceDate: seconds))
  }

  private static func double(_ text: String) -> Double? {
    specialNumber(text) ?? bits(text).map(Double.init(bitPattern:))
  }

  /// Parses the bits of a number in hexadecimal after `0x`.
  private static func bits<I: FixedWidthInteger>(_ text: String) -> I? {
    text.hasPrefix("0x") ? I(text.dropFirst(2), radix: 16) : nil
  }

  private func set() throws(ArchiveError) -> Set<ArchiveValue> {
    guard case .array(let elements) = content else { throw invalid("a set must be an array") }
    let set = Set(try Self.values(elements))
    guard set.count == elements.count else { throw invalid("two elements of a set are equal") }
    return set
  }

  private func entries() throws(ArchiveError) -> [ArchiveValue: ArchiveValue] {
    guard case .array(let pairs) = content else { throw invalid("entries must be an array") }
    var entries: [ArchiveValue: ArchiveValue] = [:]
    for pair in pairs {
      guard case .array(let both) = pair.content, both.count == 2 else {
        throw pair.invalid("an entry must be an array of a key and a value")
      }
      let key = try both[0].archiveValue()
      guard entries.updateValue(try both[1].archiveValue(), forKey: key) == nil else {
        throw pair.invalid("two keys are equal")
      }
    }
    return entries
  }
}
