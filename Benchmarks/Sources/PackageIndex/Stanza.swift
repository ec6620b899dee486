internal import BenchHarness

/// One paragraph of `Name: value` lines.
///
/// A line that starts with white space continues the value before it.
struct Stanza {
  private let bytes: [UInt8]
  private var fields: [(name: Range<Int>, value: Range<Int>)] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Calls `body` with each paragraph until it returns `false`.
  static func forEach(in bytes: [UInt8], _ body: (Stanza) -> Bool) throws {
    var stanza = Stanza(bytes)
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      if end > start {
        try stanza.add(start..<end)
      } else if !stanza.fields.isEmpty {
        if !body(stanza) { return }
        stanza.fields.removeAll(keepingCapacity: true)
      }
      start = end + 1
    }
    if !stanza.fields.isEmpty { _ = body(stanza) }
  }

  private mutating func add(_ line: Range<Int>) throws {
    let first = bytes[line.lowerBound]
    if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
      guard let last = fields.last else {
        throw BenchFailure("a continuation line without a field")
      }
      fields[fields.count - 1].value = last.value.lowerBound..<line.upperBound
      return
    }
    guard let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")) else {
      throw BenchFailure(
        "no colon in the line: \(String(decoding: bytes[line].prefix(60), as: UTF8.self))")
    }
    let value = bytes[colon + 1..<line.upperBound].drop { $0 == UInt8(ascii: " ") }
    fields.append((line.lowerBound..<colon, value.startIndex..<line.upperBound))
  }

  /// Name, version and architecture of a package; `nil` for a paragraph without these.
  var key: [UInt8]? {
    let parts = ["Package", "Version", "Architecture"].compactMap { name in
      fields.first { bytes[$0.name].elementsEqual(name.utf8) }.map { bytes[$0.value] }
    }
    // LMDB's keys end at 511 bytes.
    return parts.isEmpty ? nil : Array(parts.joined(separator: [0x20]).prefix(500))
  }

  /// The fields as texts.
  var texts: [String: String] {
    var texts = [String: String](minimumCapacity: fields.count)
    for field in fields { texts[text(field.name)] = text(field.value) }
    return texts
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The fields as one JSON object; fields of these names are numbers where they can be.
  func json(numbers: [String] = []) -> [UInt8] {
    var out: [UInt8] = [UInt8(ascii: "{")]
    for field in fields {
      if out.count > 1 { out.append(UInt8(ascii: ",")) }
      appendString(bytes[field.name], to: &out)
      out.append(UInt8(ascii: ":"))
      let value = bytes[field.value]
      let isNumber =
        !value.isEmpty && numbers.contains { $0.utf8.elementsEqual(bytes[field.name]) }
        && value.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      if isNumber { out += value } else { appendString(value, to: &out) }
    }
    out.append(UInt8(ascii: "}"))
    return out
  }

  private func appendString(_ text: ArraySlice<UInt8>, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    var rest = text
    while let place = rest.firstIndex(where: isSpecial) {
      out += rest[..<place]
      out += escaped(rest[place])
      rest = rest[(place + 1)...]
    }
    out += rest
    out.append(UInt8(ascii: "\""))
  }
}

private func isSpecial(_ byte: UInt8) -> Bool {
  byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
}

/// A special byte as it is written inside of a JSON string.
private func escaped(_ byte: UInt8) -> [UInt8] {
  if byte >= 0x20 { return [UInt8(ascii: "\\"), byte] }
  let digits = Array("0123456789abcdef".utf8)
  return Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
}
