import LodeCoding
import LodeTestSupport

/// Records like those that programs keep, from a seed.
struct RandomRecords {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let words = """
    library for reading and writing of the common files shared development documentation package \
    runtime tools support debug symbols daemon client server network graphical terminal python
    """.split { $0 == " " || $0 == "\n" }

  /// Some words, at least `count` bytes.
  mutating func text(_ count: Int) -> [UInt8] {
    var text: [UInt8] = []
    while text.count < count {
      text += Array((Self.words.randomElement(using: &random) ?? "").utf8) + [0x20]
    }
    return text
  }

  mutating func noise(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in .random(in: 0...255, using: &random) }
  }

  /// About 350 bytes in the manner of a package index.
  mutating func package() -> [UInt8] {
    let name = String(decoding: text(10).dropLast(), as: UTF8.self)
    let description = String(decoding: text(60), as: UTF8.self)
    let number = Int.random(in: 0..<100_000, using: &random)
    let hash = String(random.next(), radix: 16)
    return Array(
      """
      {"Package":"\(name)","Version":"\(number % 9).\(number % 31)-1","Architecture":"amd64",\
      "Installed-Size":"\(number)","Maintainer":"Debian \(name) Maintainers <\(name)@lists.debian.org>",\
      "Description":"\(description)","Section":"libs","Priority":"optional",\
      "Filename":"pool/main/\(name)_\(number).deb","SHA256":"\(hash)"}
      """.utf8)
  }
}
