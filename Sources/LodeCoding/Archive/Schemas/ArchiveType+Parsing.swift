extension ArchiveType: LosslessStringConvertible {
  /// Parses the text that `description` returns.
  ///
  /// Returns `nil` for any other text, and for a type that is composed of more than 16 types.
  ///
  /// - Complexity: O(n) for n bytes of the text.
  public init?(_ description: String) {
    var text = description[...]
    guard let type = Self.parse(&text, depth: 0), text.isEmpty, type.isValid else { return nil }
    self = type
  }

  /// The types that contain no other type, by name.
  private static let names: [String: ArchiveType] = Dictionary(
    uniqueKeysWithValues: (0...Code.any.rawValue).compactMap(Code.init).map {
      ("\($0)", ArchiveType(codes: UInt128($0.rawValue), count: 1))
    })

  private static func parse(_ text: inout Substring, depth: Int) -> ArchiveType? {
    guard depth < 16, var type = prefix(&text, depth: depth) else { return nil }
    while text.first == "?" {
      text.removeFirst()
      type = .optional(type)
    }
    return type
  }

  /// Parses a type without its trailing question marks.
  private static func prefix(_ text: inout Substring, depth: Int) -> ArchiveType? {
    if text.hasPrefix("set<") {
      text.removeFirst(4)
      guard let element = parse(&text, depth: depth + 1), text.popFirst() == ">" else { return nil }
      return .set(element)
    }
    if text.first == "[" {
      text.removeFirst()
      guard let element = parse(&text, depth: depth + 1) else { return nil }
      if text.hasPrefix(": ") {
        text.removeFirst(2)
        guard let value = parse(&text, depth: depth + 1), text.popFirst() == "]" else { return nil }
        return .dictionary(element, value)
      }
      return text.popFirst() == "]" ? .array(element) : nil
    }
    let name = text.prefix { $0.isLetter || $0.isNumber }
    text.removeFirst(name.count)
    return names[String(name)]
  }
}
