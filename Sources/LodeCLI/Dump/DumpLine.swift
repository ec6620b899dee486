internal import LodeCoding
internal import LodeStore

/// One line of a dump, taken apart into its members.
struct DumpLine {
  private let bytes: ArraySlice<UInt8>
  private var members: [String: Range<Int>] = [:]
  private let lines: LineReader

  private static let known: Set = [
    "lode", "version", "collection", "declared", "keys", "compression", "threshold", "next", "key",
    "keyHex", "type", "value", "hex", "metadata", "end", "collections", "rows",
    "index", "fields", "kind", "nil", "where", "carries", "versions", "indexes",
    "weights", "tokenizers", "step", "digest", "store", "migrated", "keyFields", "earlier",
    "was", "fieldsWere", "records", "model", "times",
  ]

  /// Takes a line apart; none has no members.
  init(_ line: ArraySlice<UInt8>?, _ lines: LineReader) throws {
    bytes = line ?? []
    self.lines = lines
    guard let line else { return }
    var found: [String: Range<Int>] = [:]
    do {
      let span = line.span
      try JSONScanner.members(of: span) { (name, value) throws(JSONError) in
        let text = try JSONScalar.unescape(span.extracting(name))
        guard Self.known.contains(text), found.updateValue(value, forKey: text) == nil else {
          throw JSONError(
            message: "\(quotedJSON(text)) is unknown or there twice", offset: name.lowerBound)
        }
      }
    } catch {
      throw failure("\(error)")
    }
    members = found
  }

  var isRow: Bool { has("key") || has("keyHex") }

  var isIndex: Bool { has("index") }

  /// Whether it is one of migrations.
  var isRecord: Bool { has("step") || has("migrated") }

  func has(_ name: String) -> Bool { members[name] != nil }

  func isNull(_ name: String) throws -> Bool { try scalar(name) == .null }

  func string(_ name: String) throws -> String {
    guard case .string(let value) = try scalar(name) else {
      throw failure("\(quotedJSON(name)) is a string")
    }
    return value
  }

  func strings(_ name: String) throws -> [String] {
    do {
      return try Self.strings(bytes.span.extracting(try range(name)))
    } catch is JSONError {
      throw failure("\(quotedJSON(name)) is a list of strings")
    }
  }

  /// The lists of strings of an object, by their names.
  func lists(_ name: String) throws -> [String: [String]] {
    let object = bytes.span.extracting(try range(name))
    var lists: [String: [String]] = [:]
    do {
      try JSONScanner.members(of: object) { (name, value) throws(JSONError) in
        let text = try JSONScalar.unescape(object.extracting(name))
        lists[text] = try Self.strings(object.extracting(value))
      }
    } catch {
      throw failure("\(quotedJSON(name)) has lists of strings")
    }
    return lists
  }

  private static func strings(_ list: Span<UInt8>) throws(JSONError) -> [String] {
    var strings: [String] = []
    try JSONScanner.elements(of: list) { (element) throws(JSONError) in
      guard case .string(let value) = try JSONScalar(checked: list.extracting(element)) else {
        throw JSONError(message: "a string is expected", offset: element.lowerBound)
      }
      strings.append(value)
    }
    return strings
  }

  func integer(_ name: String) throws -> Int {
    guard case .int(let value) = try scalar(name) else {
      throw failure("\(quotedJSON(name)) is an integer")
    }
    return Int(value)
  }

  func bool(_ name: String) throws -> Bool {
    guard case .bool(let value) = try scalar(name) else {
      throw failure("\(quotedJSON(name)) is true or false")
    }
    return value
  }

  /// The key's bytes.
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

  /// How the collection's values are compressed, when that was decided for it.
  func compression() throws -> Compression? {
    guard has("compression") else { return nil }
    switch try scalar("compression") {
    case .string("off"): return .off
    case .int(let level) where 1...19 ~= level:
      let threshold = try integer("threshold")
      guard 0...Int(UInt32.max) ~= threshold else {
        throw failure("\"threshold\" is a number of bytes, of 32 bits")
      }
      return Compression(level: Int(level), threshold: threshold)
    default: throw failure("\"compression\" is \"off\" or a level from 1 to 19")
    }
  }

  /// The number that the collection's sequence gives next, when that is not the first.
  func nextInSequence() throws -> UInt64? {
    guard has("next") else { return nil }
    switch try scalar("next") {
    case .int(let number) where number > 0: return UInt64(number)
    case .uint(let number): return number
    default: throw failure("\"next\" is a number from 1 on")
    }
  }

  /// What a row holds.
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

  /// The row's value.
  func value() throws -> Value {
    let name = try string("type")
    guard let type = DumpValue.type(named: name) else {
      throw failure("there is no type \(quotedJSON(name))")
    }
    if has("hex") { return .bytes(try hex("hex"), type) }
    let text = bytes.span.extracting(try range("value"))
    if type == .archive { return .archive(try archive(text)) }
    guard let bytes = DumpValue.bytes(text, type) else {
      throw failure("the value is no \(name)")
    }
    return .bytes(bytes, type)
  }

  private func archive(_ text: Span<UInt8>) throws -> EncodedArchive {
    do {
      return try DumpValue.archive(text)
    } catch let error as ArchiveError {
      throw failure("the value is no archive: \(error.message)")
    }
  }

  /// The row's times and its metadata.
  ///
  /// Without a member for times, those that an earlier version wrote are in the metadata.
  func extras(_ type: ValueType) throws -> RowExtras {
    let metadata = has("metadata") ? try hex("metadata") : nil
    guard has("times") else {
      return RowExtras(metadata: metadata, isDoubtful: type == .archive && metadata?.count == 16)
    }
    if try isNull("times") { return RowExtras(metadata: metadata) }
    var times: [Int64] = []
    do {
      let list = bytes.span.extracting(try range("times"))
      try JSONScanner.elements(of: list) { (element) throws(JSONError) in
        guard case .int(let value) = try JSONScalar(checked: list.extracting(element)) else {
          throw JSONError(message: "an integer is expected", offset: element.lowerBound)
        }
        times.append(value)
      }
    } catch is JSONError {}
    guard times.count == 2 else {
      throw failure("\"times\" has two integers, microseconds since 1970")
    }
    return RowExtras(
      stamp: RowStamp(created: times[0], updated: times[1]), metadata: metadata)
  }

  private func hex(_ name: String) throws -> [UInt8] {
    guard let bytes = LodeCLI.bytes(hexadecimal: try string(name)) else {
      throw failure("\(quotedJSON(name)) has hexadecimal digits, two for each byte")
    }
    return bytes
  }

  private func range(_ name: String) throws -> Range<Int> {
    guard let range = members[name] else { throw failure("\(quotedJSON(name)) is missing") }
    return range
  }

  private func scalar(_ name: String) throws -> JSONScalar? {
    do {
      return try JSONScalar(checked: bytes.span.extracting(try range(name)))
    } catch let error as JSONError {
      throw failure(error.message)
    }
  }

  /// A failure that names the line.
  func failure(_ problem: String) -> Failure {
    lines.failure(problem, remedy: "Nothing was loaded; see Docs/Format/Dump.md for the format.")
  }
}
