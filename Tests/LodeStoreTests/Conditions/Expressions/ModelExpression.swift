/// A regular expression with the simplest matcher there is, which tries everything.
indirect enum ModelExpression: CustomStringConvertible {
  case letter(Character)
  case any
  case oneOf([Character], isNegated: Bool)
  case sequence([ModelExpression])
  case either([ModelExpression])
  case repeated(ModelExpression, Int, Int?)
  case start
  case end
  case boundary

  var description: String {
    switch self {
    case .letter(let letter): "\(letter)"
    case .any: "."
    case .oneOf(let letters, let isNegated): "[\(isNegated ? "^" : "")\(String(letters))]"
    case .sequence(let parts): parts.map(\.description).joined()
    case .either(let parts): "(\(parts.map(\.description).joined(separator: "|")))"
    case .repeated(let part, 0, nil): "(?:\(part))*"
    case .repeated(let part, 1, nil): "(\(part))+"
    case .repeated(let part, 0, 1): "(\(part))?"
    case .repeated(let part, let least, nil): "(\(part)){\(least),}"
    case .repeated(let part, let least, let most?):
      least == most ? "(\(part)){\(least)}" : "(\(part)){\(least),\(most)}?"
    case .start: "^"
    case .end: "$"
    case .boundary: "\\b"
    }
  }

  func matches(_ text: [Character]) -> Bool { match(text, 0) { $0 == text.count } }

  /// Whether the expression takes some of the text from a position on, so that the rest goes on
  /// from there.
  private func match(_ text: [Character], _ start: Int, _ rest: (Int) -> Bool) -> Bool {
    let next = start < text.count ? text[start] : nil
    switch self {
    case .letter(let letter): return next == letter && rest(start + 1)
    case .any: return next != nil && next != "\n" && rest(start + 1)
    case .oneOf(let letters, let isNegated):
      return next.map { letters.contains($0) != isNegated } == true && rest(start + 1)
    case .sequence(let parts):
      guard let first = parts.first else { return rest(start) }
      return first.match(text, start) {
        ModelExpression.sequence(Array(parts.dropFirst())).match(text, $0, rest)
      }
    case .either(let parts): return parts.contains { $0.match(text, start, rest) }
    case .repeated(let part, let least, let most):
      if most == 0 { return rest(start) }
      if least == 0, rest(start) { return true }
      let more = ModelExpression.repeated(part, max(least - 1, 0), most.map { $0 - 1 })
      return part.match(text, start) { end in
        // Without progress an endless repetition would not end.
        end == start && least == 0 ? false : more.match(text, end, rest)
      }
    case .start: return start == 0 && rest(start)
    case .end: return start == text.count && rest(start)
    case .boundary:
      let before = start > 0 && text[start - 1].isLetter
      return before != (next?.isLetter ?? false) && rest(start)
    }
  }

  static func random(using random: inout some RandomNumberGenerator, depth: Int) -> ModelExpression
  {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func letter() -> Character { Array("abc").randomElement(using: &random) ?? "a" }
    if depth == 0 || number(0...3) == 0 {
      switch number(0...11) {
      case 0: return .any
      case 1: return .oneOf([letter(), letter()], isNegated: false)
      case 2: return .oneOf([letter()], isNegated: true)
      case 3: return number(0...2) == 0 ? .start : .letter("a")
      case 4: return number(0...2) == 0 ? .end : .letter("b")
      case 5: return .boundary
      default: return .letter(letter())
      }
    }
    func part() -> ModelExpression { .random(using: &random, depth: depth - 1) }
    switch number(0...4) {
    case 0, 1: return .sequence((0..<number(0...3)).map { _ in part() })
    case 2: return .either((0..<number(1...3)).map { _ in part() })
    default:
      let least = number(0...2)
      return .repeated(part(), least, number(0...1) == 0 ? nil : least + number(0...2))
    }
  }
}
