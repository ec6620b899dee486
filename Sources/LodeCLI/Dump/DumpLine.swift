internal import LodeCoding
internal import LodeStore

/// One line of a dump, parsed into the members of a JSON object.
///
/// The accessors throw a `Failure` with the line's number for an invalid member, or for a missing
/// member that the line needs.
struct DumpLine {
  private let bytes: ArraySlice<UInt8>
  private var members: [String: Range<Int>] = [:]
  private let lines: LineReader

  private static let known: Set = [
    "lode", "version", "collection", "declared", "keys", "compression", "threshold", "literals",
    "next", "key", "keyHex", "type", "value", "hex", "metadata", "end", "collections", "rows",
    "index", "fields", "kind", "nil", "where", "carries", "versions", "indexes", "weights",
    "tokenizers", "step", "digest", "store", "migrated", "keyFields", "earlier", "was",
    "fieldsWere", "records", "model", "times",
  ]

  /// Parses a line; for `nil`, the object has no members.
  ///
  /// - Throws: `Failure` if the line is not a JSON object, or has an unknown or repeated member.
  init(_ line: ArraySlice<UInt8>?, _ lines: LineReader) throws {
    bytes = line ?? []
    self.lines = lines
    guard let line else { return }
    var found: [String: Range<Int>] = [:]
    do {
      let span = line.span
      try JSONScanner.members(of: span) { (name, value) throws(ArchiveError) in
        let text = try JSONScanner.string(span.extracting(name))
        guard Self.known.contains(text), found.updateValue(value, forKey: text) == nil else {
          throw ArchiveError(
            .invalidJSON, at: name.lowerBound + 1,
            "\(quotedJSON(text)) is unknown or appears twice")
        }
      }
    } catch {
      throw failure(error.sentence)
    }
    members = found
  }

  var isRow: Bool { has("key") || has("keyHex") }

  var isIndex: Bool { has("index") }

  /// Whether the line is a migration record: a step that ran, or a type.
  var isRecord: Bool { has("step") || has("migrated") }

  func has(_ name: String) -> Bool { members[name] != nil }

  func isNull(_ name: String) throws -> Bool { try scalar(name) == .null }

  func string(_ name: String) throws -> String {
    guard case .string(let value) = try scalar(name) else {
      throw failure("\(quotedJSON(name)) must be a string")
    }
    return value
  }

  func strings(_ name: String) throws -> [String] {
    do {
      return try Self.strings(bytes.span.extracting(try range(name)))
    } catch is ArchiveError {
      throw failure("\(quotedJSON(name)) must be a list of strings")
    }
  }

  /// Returns the value of a member: an object whose values are lists of strings.
  func lists(_ name: String) throws -> [String: [String]] {
    let object = bytes.span.extracting(try range(name))
    var lists: [String: [String]] = [:]
    do {
      try JSONScanner.members(of: object) { (name, value) throws(ArchiveError) in
        let text = try JSONScanner.string(object.extracting(name))
        lists[text] = try Self.strings(object.extracting(value))
      }
    } catch {
      throw failure("\(quotedJSON(name)) must have lists of strings")
    }
    return lists
  }

  private static func strings(_ list: Span<UInt8>) throws(ArchiveError) -> [String] {
    let values = try JSONScanner.array(list)
    let strings = values.compactMap(\.string)
    guard strings.count == values.count else {
      throw ArchiveError(.invalidJSON, "a list of strings is expected")
    }
    return strings
  }

  func integer(_ name: String) throws -> Int {
    guard case .int(let value) = try scalar(name) else {
      throw failure("\(quotedJSON(name)) must be an integer")
    }
    return Int(value)
  }

  func bool(_ name: String) throws -> Bool {
    guard case .bool(let value) = try scalar(name) else {
      throw failure("\(quotedJSON(name)) must be true or false")
    }
    return value
  }

  /// Returns the encoded key of a row, from `keyHex` or from the literal in `key`.
  func key(_ format: KeyFormat) throws -> [UInt8] {
    if has("keyHex") { return try hex("keyHex") }
    let literal = text(bytes.span.extracting(try range("key")))
    do {
      return format == .raw
        ? try RawKey(parsing: literal).bytes : try Key(parsing: literal).bytes
    } catch {
      throw failure("\(error.message)")
    }
  }

  /// Returns the compression of a collection's values, or `nil` if the line has no member
  /// `compression`.
  func compression() throws -> Compression? {
    guard has("compression") else { return nil }
    switch try scalar("compression") {
    case .string("off"): return .off
    case .int(let level) where 1...19 ~= level:
      let threshold = try integer("threshold")
      guard 0...Int(UInt32.max) ~= threshold else {
        throw failure("\"threshold\" must be a number of bytes that fits 32 bits")
      }
      // A missing `literals` means that zstd encodes the bytes that do not repeat earlier bytes.
      let encodesLiterals = try !has("literals") || bool("literals")
      return Compression(
        level: Int(level), threshold: threshold, encodesLiterals: encodesLiterals)
    default: throw failure("\"compression\" must be \"off\" or a level from 1 to 19")
    }
  }

  /// Returns the next number of a collection's sequence, or `nil` if the line has no member `next`.
  func nextInSequence() throws -> UInt64? {
    guard has("next") else { return nil }
    switch try scalar("next") {
    case .int(let number) where number > 0: return UInt64(number)
    case .uint(let number): return number
    default: throw failure("\"next\" must be 1 or more")
    }
  }

  /// The value of a row: bytes with their type, or an archive.
  enum Value {
    case bytes([UInt8], ValueType)
    case archive(EncodedArchive)

    var type: ValueType {
      switch self {
      case .bytes(_, let type): type
      case .archive: .archive
      }
    }
  }

  /// Returns the value of a row.
  func value() throws -> Value {
    let name = try string("type")
    guard let type = DumpValue.type(named: name) else {
      throw failure("the type \(quotedJSON(name)) is unknown")
    }
    if has("hex") { return .bytes(try hex("hex"), type) }
    let text = bytes.span.extracting(try range("value"))
    if type == .archive { return .archive(try archive(text)) }
    guard let bytes = DumpValue.bytes(text, type) else {
      throw failure("the value is not of type \(name)")
    }
    return .bytes(bytes, type)
  }

  private func archive(_ text: Span<UInt8>) throws -> EncodedArchive {
    do {
      return try DumpValue.archive(text)
    } catch let error as ArchiveError {
      throw failure("the value is not an archive: \(error.message)")
    }
  }

  /// Returns the timestamps and the metadata of a row.
  ///
  /// Earlier versions of Lode wrote the timestamps into the metadata. Without the member `times`,
  /// 16 bytes of metadata of an archive may be timestamps, so `isDoubtful` is true.
  func extras(_ type: ValueType) throws -> RowExtras {
    let metadata = has("metadata") ? try hex("metadata") : nil
    guard has("times") else {
      return RowExtras(metadata: metadata, isDoubtful: type == .archive && metadata?.count == 16)
    }
    if try isNull("times") { return RowExtras(metadata: metadata) }
    let times = try? JSONScanner.array(bytes.span.extracting(try range("times")))
    guard let times, times.count == 2, case .int(let created) = times[0],
      case .int(let updated) = times[1]
    else { throw failure("\"times\" must have two integers: microseconds since 1970") }
    return RowExtras(stamp: RowStamp(created: created, updated: updated), metadata: metadata)
  }

  private func hex(_ name: String) throws -> [UInt8] {
    guard let bytes = [UInt8](hexadecimal: try string(name)) else {
      throw failure("\(quotedJSON(name)) must have two hexadecimal digits per byte")
    }
    return bytes
  }

  private func range(_ name: String) throws -> Range<Int> {
    guard let range = members[name] else { throw failure("\(quotedJSON(name)) is missing") }
    return range
  }

  private func scalar(_ name: String) throws -> ArchiveValue? {
    do {
      return try JSONScanner.scalar(bytes.span.extracting(try range(name)))
    } catch let error as ArchiveError {
      throw failure(error.message)
    }
  }

  /// Returns a failure that names the line.
  func failure(_ problem: String) -> Failure {
    lines.failure(problem, remedy: "Nothing was loaded. Docs/Format/Dump.md describes the format.")
  }
}
