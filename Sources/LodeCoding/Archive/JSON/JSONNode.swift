/// A node of a JSON document; an object keeps the order of its members.
struct JSONNode {
  enum Content {
    case null
    case bool(Bool)
    /// The number's characters in the text.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([(name: String, value: JSONNode)])
  }

  var content: Content
  /// The offset of the node in the text, in bytes; 0 for a node that was not parsed.
  var offset = 0

  init(_ content: Content, at offset: Int = 0) {
    self.content = content
    self.offset = offset
  }

  static var null: JSONNode { JSONNode(.null) }
  static func string(_ text: String) -> JSONNode { JSONNode(.string(text)) }
  static func number(_ number: some BinaryInteger) -> JSONNode { JSONNode(.number("\(number)")) }
  static func array(_ elements: [JSONNode]) -> JSONNode { JSONNode(.array(elements)) }
  static func object(_ members: [(name: String, value: JSONNode)]) -> JSONNode {
    JSONNode(.object(members))
  }

  /// Returns the text, on one line or with one line for each element and member.
  func text(isIndented: Bool) -> String {
    var text = ""
    write(to: &text, line: isIndented ? "\n" : nil)
    return text
  }

  /// Appends the text; `line` is a newline with the current indentation, or `nil` for one line.
  private func write(to text: inout String, line: String?) {
    switch content {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let digits): text += digits
    case .string(let string): text += quoted(string)
    case .array(let elements):
      Self.write("[", elements, "]", to: &text, line) { element, text, line in
        element.write(to: &text, line: line)
      }
    case .object(let members):
      Self.write("{", members, "}", to: &text, line) { member, text, line in
        text += quoted(member.name) + (line == nil ? ":" : ": ")
        member.value.write(to: &text, line: line)
      }
    }
  }

  private static func write<Part>(
    _ open: String, _ parts: [Part], _ close: String, to text: inout String, _ line: String?,
    _ body: (Part, inout String, String?) -> Void
  ) {
    let inner = line.map { $0 + "  " }
    text += open
    for (index, part) in parts.enumerated() {
      if index > 0 { text += "," }
      text += inner ?? ""
      body(part, &text, inner)
    }
    if !parts.isEmpty { text += line ?? "" }
    text += close
  }
}
