// The text form of tokenizer choices.
extension TokenizerChoice: CustomStringConvertible {
  /// The text form of the choice, which ``init(parsing:)`` parses.
  ///
  /// Examples are `unicode61 remove_diacritics 2 cjk`, `porter`, and `own lines 1`. Spaces separate
  /// the elements, in the order of this table:
  ///
  /// | element | meaning |
  /// |---|---|
  /// | `porter` | ``porter``: English stemming |
  /// | `unicode61`, `simple`, `trigram`, or `own NAME VERSION` | the tokenizer |
  /// | `remove_diacritics NUMBER` | the raw value of ``Diacritics``, if not 1 |
  /// | `cjk` | ``splittingCJK()`` |
  /// | `stop WORD,WORD` | ``stopWords(_:)`` |
  /// | `stem LANGUAGE` | ``stemming(_:)`` |
  /// | `synonyms NAME VERSION` | ``synonyms(_:version:_:)`` |
  ///
  /// Every element except the tokenizer is optional. After `porter`, the text omits `unicode61`
  /// without options.
  ///
  /// In words and names, `%` and two hexadecimal digits replace each ASCII character except
  /// letters, digits, `_`, and `.`. An empty name is `%`.
  ///
  /// - Complexity: O(n) for a result of n bytes.
  public var text: String {
    var parts: [String] = []
    if stemmer == .porter { parts.append("porter") }
    switch words {
    case .unicode(let diacritics):
      if diacritics != .simple || splitsCJK || stemmer != .porter { parts.append("unicode61") }
      if diacritics != .simple { parts += ["remove_diacritics", "\(diacritics.rawValue)"] }
      if splitsCJK { parts.append("cjk") }
    case .simple: parts.append("simple")
    case .trigram: parts.append("trigram")
    case .own(let own): parts += ["own", Escaped.text(own.name), "\(own.version)"]
    }
    if !stopWords.isEmpty {
      parts += ["stop", stopWords.map(Escaped.text).joined(separator: ",")]
    }
    if case .language(let language) = stemmer { parts += ["stem", Escaped.text(language)] }
    if let synonyms { parts += ["synonyms", Escaped.text(synonyms.name), "\(synonyms.version)"] }
    return parts.joined(separator: " ")
  }

  /// The text form, equal to ``text``.
  public var description: String { text }

  /// Parses the text form of a choice; returns `nil` if the text is malformed.
  ///
  /// If the text names a tokenizer or synonyms of a program, the result lacks their code, and
  /// ``isKnown`` is `false`.
  ///
  /// - Complexity: O(n log n) for a text of n bytes, because the parser sorts stop words.
  public init?(parsing text: String) {
    var parts = text.split(separator: " ").map(String.init)[...]
    let isPorter = parts.first == "porter"
    if isPorter { parts.removeFirst() }
    guard let words = Self.words(&parts, isPorter: isPorter) else { return nil }
    self.init(words, stemmer: isPorter ? .porter : nil)
    if case .unicode = words, parts.first == "cjk" {
      parts.removeFirst()
      splitsCJK = true
    }
    guard parseFilters(&parts), parts.isEmpty else { return nil }
  }

  private static func words(_ parts: inout ArraySlice<String>, isPorter: Bool) -> Words? {
    switch parts.first {
    case "unicode61":
      parts.removeFirst()
      guard parts.first == "remove_diacritics" else { return .unicode(.simple) }
      let number = parts.dropFirst().first.flatMap { Int($0) }
      parts = parts.dropFirst(2)
      return number.flatMap(Diacritics.init).map { .unicode($0) }
    case "simple":
      parts.removeFirst()
      return .simple
    case "trigram":
      parts.removeFirst()
      return .trigram
    case "own":
      parts.removeFirst()
      return NamedFunction(parsing: &parts).map { .own($0) }
    default:
      return isPorter ? .unicode(.simple) : nil
    }
  }

  private mutating func parseFilters(_ parts: inout ArraySlice<String>) -> Bool {
    if parts.first == "stop" {
      let words = parts.dropFirst().first?.split(separator: ",") ?? []
      let read = words.compactMap(Escaped.parse)
      guard !words.isEmpty, read.count == words.count else { return false }
      stopWords = Set(read).sorted()
      parts = parts.dropFirst(2)
    }
    if parts.first == "stem" {
      guard stemmer == nil, let language = parts.dropFirst().first.flatMap(Escaped.parse) else {
        return false
      }
      stemmer = .language(language)
      parts = parts.dropFirst(2)
    }
    if parts.first == "synonyms" {
      parts.removeFirst()
      synonyms = NamedFunction(parsing: &parts)
      if synonyms == nil { return false }
    }
    return true
  }
}

extension NamedFunction {
  /// Parses a name and a version; the function is not registered.
  fileprivate init?(parsing parts: inout ArraySlice<String>) {
    guard let name = parts.first.flatMap(Escaped.parse),
      let version = parts.dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    self.init(name: name, version: version, function: nil)
    parts = parts.dropFirst(2)
  }
}

/// The escaping of the characters in words and names that have a meaning in the text form.
private enum Escaped {
  static func text(_ word: some StringProtocol) -> String {
    if word.isEmpty { return "%" }
    var bytes: [UInt8] = []
    for byte in word.utf8 {
      if ASCIIWord.contains(byte) || byte >= 0x80 || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: ".")
      {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        let digits = String(byte, radix: 16, uppercase: true)
        bytes += (digits.utf8.count < 2 ? "0" + digits : digits).utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func parse(_ text: some StringProtocol) -> String? {
    if text == "%" { return "" }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        rest.count >= 2
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
