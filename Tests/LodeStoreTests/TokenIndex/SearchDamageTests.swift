import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("A damaged search index is an error")
struct SearchDamageTests {
  @Test("Blocks of random bytes are read or refused")
  func blocks() {
    var random = SeededGenerator()
    var (documents, frequencies) = ([UInt32](), [UInt32]())
    var positions = PostingPositions()
    var sound = 0
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        UInt8.random(in: 0...(Bool.random(using: &random) ? 255 : 3), using: &random)
      }
      var place = 0
      guard let header = PostingHeader(bytes.span, first: 7, end: &place),
        header.readDocuments(
          bytes.span, at: place, first: 7, into: &documents, frequencies: &frequencies),
        header.readPositions(bytes.span, at: place, frequencies: frequencies, into: &positions)
      else { continue }
      sound += 1
      #expect(documents.count == Int(header.count) && positions.count == documents.count)
      #expect(zip(documents, documents.dropFirst()).allSatisfy { $0 < $1 })
    }
    print("seed \(random.seed), \(sound) sound")
  }
}
