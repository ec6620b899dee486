internal import LodeCoding

/// A scanner that splits XML into tags and texts, with the features that property lists use.
///
/// Source of the grammar: W3C, "Extensible Markup Language (XML) 1.0", fifth edition.
struct XMLScanner {
  private let bytes: [UInt8]
  /// The byte offset of the next byte to read.
  private var at = 0
  /// The byte offset of the last tag, text, or comment.
  private var start = 0

  /// A tag without its attributes.
  struct Tag {
    enum Kind { case start, end, empty }
    let name: String
    let kind: Kind
  }

  init(_ bytes: [UInt8]) throws(ExchangeError) {
    self.bytes = bytes
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw ExchangeError(.invalidBytes, "the file is not a property list: the text is not UTF-8")
    }
    _ = take("\u{FEFF}")
  }

  /// Returns an error at the byte offset of the last tag, text, or comment.
  func invalid(_ message: String) -> ExchangeError {
    ExchangeError(.invalidBytes, at: "byte \(start)", message)
  }

  /// Skips a text if the text comes next, and returns whether the text came next.
  private mutating func take(_ text: StaticString) -> Bool {
    let wanted = text.description.utf8
    guard bytes[at...].starts(with: wanted) else { return false }
    at += wanted.count
    return true
  }

  /// Skips everything up to the end of the next occurrence of a text; throws if the text is
  /// missing.
  private mutating func skip(behind text: StaticString) throws(ExchangeError) {
    let wanted = text.description.utf8
    while at < bytes.count {
      if bytes[at] == wanted.first, take(text) { return }
      at += 1
    }
    throw invalid("\(text) is missing")
  }

  private mutating func skipSpace() {
    while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
  }

  /// Skips white space, comments, declarations, and processing instructions between tags.
  private mutating func skipBetween() throws(ExchangeError) {
    while true {
      skipSpace()
      start = at
      if take("<!--") {
        try skip(behind: "-->")
      } else if take("<?") {
        try skip(behind: "?>")
      } else if take("<!DOCTYPE") {
        try skipDeclaration()
      } else {
        return
      }
    }
  }

  /// Skips a document type declaration.
  ///
  /// The scanner refuses internal declarations, because an entity could expand a few bytes to a
  /// huge text.
  private mutating func skipDeclaration() throws(ExchangeError) {
    while at < bytes.count, bytes[at] != UInt8(ascii: ">") {
      guard bytes[at] != UInt8(ascii: "[") else {
        throw invalid("declarations inside the DOCTYPE are not supported")
      }
      at += 1
    }
    try skip(behind: ">")
  }

  /// Reads the next tag.
  mutating func tag() throws(ExchangeError) -> Tag {
    try skipBetween()
    guard take("<") else { throw invalid("a tag is expected") }
    let isEnd = take("/")
    let nameStart = at
    while at < bytes.count, Self.isName(bytes[at]) { at += 1 }
    let name = String(decoding: bytes[nameStart..<at], as: UTF8.self)
    guard !name.isEmpty, name.utf8.count < 32 else {
      throw invalid("the name of a tag is expected")
    }
    var isEmpty = false
    var quote: UInt8?
    while at < bytes.count {
      let byte = bytes[at]
      if byte == quote {
        quote = nil
      } else if quote == nil {
        if byte == UInt8(ascii: ">") { break }
        if byte == UInt8(ascii: "<") { throw invalid("the end of a tag is missing") }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
        isEmpty = byte == UInt8(ascii: "/")
      }
      at += 1
    }
    guard take(">"), !(isEmpty && isEnd) else { throw invalid("the end of a tag is missing") }
    return Tag(name: name, kind: isEnd ? .end : isEmpty ? .empty : .start)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// Reads the text up to the next tag, without comments.
  ///
  /// Line breaks outside of CDATA sections become line feeds.
  mutating func text() throws(ExchangeError) -> String {
    start = at
    var content: [UInt8] = []
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "<"):
        if take("<!--") {
          try skip(behind: "-->")
        } else if take("<![CDATA[") {
          let from = at
          try skip(behind: "]]>")
          content += bytes[from..<at - 3]
        } else {
          return String(decoding: content, as: UTF8.self)
        }
      case UInt8(ascii: "&"):
        at += 1
        content += Array(String(try entity()).utf8)
      case 0x0D:
        content.append(0x0A)
        at += at + 1 < bytes.count && bytes[at + 1] == 0x0A ? 2 : 1
      default:
        content.append(bytes[at])
        at += 1
      }
    }
    throw invalid("the end of a text is missing")
  }

  /// Reads an entity or a character reference after the `&`.
  private mutating func entity() throws(ExchangeError) -> Unicode.Scalar {
    let known: [(StaticString, Unicode.Scalar)] = [
      ("lt;", "<"), ("gt;", ">"), ("amp;", "&"), ("quot;", "\""), ("apos;", "'"),
    ]
    for (token, scalar) in known where take(token) { return scalar }
    guard take("#") else { throw invalid("the entity is unknown") }
    let radix = take("x") ? 16 : 10
    let from = at
    while at < bytes.count, bytes[at] != UInt8(ascii: ";"), at - from < 10 { at += 1 }
    let digits = String(decoding: bytes[from..<at], as: UTF8.self)
    guard take(";"), let first = digits.utf8.first, first > 0x2F,
      let number = UInt32(digits, radix: radix), let scalar = Unicode.Scalar(number), number > 0
    else { throw invalid("the character does not exist") }
    return scalar
  }

  /// Throws if more than white space, comments, declarations, and processing instructions remains.
  mutating func end() throws(ExchangeError) {
    try skipBetween()
    guard at == bytes.count else { throw invalid("text follows the end of the property list") }
  }
}
