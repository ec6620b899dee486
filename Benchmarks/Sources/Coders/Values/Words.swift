internal import BenchHarness

/// Names and sentences that are the same in every run, and repeat themselves about as much as
/// people's do.
package struct Words {
  private var noise: Noise

  package init(seed: UInt64) { noise = Noise(seed: seed) }

  package mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &noise) }

  package mutating func word() -> String { Self.vocabulary[number(below: Self.vocabulary.count)] }

  package mutating func sentence(_ count: Int) -> String {
    (0..<count).map { _ in word() }.joined(separator: " ")
  }

  /// One of a few thousand.
  package mutating func name() -> String {
    let (first, last) = (number(below: 40), number(below: 40))
    let middle = number(below: 4)
    let syllables = Self.syllables
    let name =
      syllables[first] + (middle == 0 ? syllables[(first + last) % 40] : "") + syllables[last]
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// One of a hundred.
  package mutating func city() -> String {
    let place = number(below: 100)
    return Self.syllables[place % 40].uppercased() + Self.syllables[place / 3] + "ville"
  }

  private static let syllables = """
    an ber cor da el fin gar hol in jo kar lin mar nor os per qui ros sel tor ul ver win xan yor zel al bren \
    cas dor em fra gil hen isk jul kel lor mon nel
    """.split(separator: " ").map(String.init)

  private static let vocabulary = """
    about above account across action address after again agency agree air all allow almost alone along already \
    also always among amount and animal another answer any appear apply area argue around arrive art article ask \
    attack author away back bad bank base beat beautiful become before begin behind believe benefit best better \
    between beyond big bill billion bit black blood blue board body book born both box boy break bring brother \
    budget build building business buy call camera campaign can cancer candidate capital car card care career \
    carry case catch cause cell center central century certain chair challenge chance change character charge \
    check child choice choose church citizen city civil claim class clear close coach cold collection college
    """.split { $0 == " " || $0 == "\n" }.map(String.init)
}
