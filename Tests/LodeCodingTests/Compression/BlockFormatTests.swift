import LodeCoding
import Testing

@Suite("Blocks are as Docs/Format/Compression.md has them")
struct BlockFormatTests {
  /// The bytes of "61*3 62", of "" none, of "-" `nil`.
  private func golden(_ text: String) -> [UInt8]? {
    if text == "-" { return nil }
    return text.split(separator: " ").flatMap { token -> [UInt8] in
      let parts = token.split(separator: "*")
      guard let byte = UInt8(parts[0], radix: 16) else { return [] }
      return [UInt8](repeating: byte, count: parts.count > 1 ? Int(parts[1]) ?? 0 : 1)
    }
  }

  @Test func `the golden blocks hold the golden bytes`() throws {
    let rows = try goldenRows(page: "Compression.md", heading: "Golden bytes", columns: 3)
    #expect(rows.count >= 8)
    for row in rows {
      let (bytes, block) = try (#require(golden(row[0])), #require(golden(row[2])))
      let dictionary = try golden(row[1]).map { try CompressionDictionary($0, id: 300) }
      let reader = BlockDecompressor(limit: 1_000, dictionaries: dictionary.map { [$0] } ?? [])
      #expect(try reader.decompress(block.span) == bytes, "\(row[2])")
      #expect(try BlockHeader(block.span).dictionaryID == dictionary?.id)
    }
  }

  @Test func `an error has one line that says what to do`() {
    let error = #expect(throws: CompressionError.self) { try BlockHeader([9].span) }
    #expect(
      error?.description
        == "Cannot decompress: kind 9 (unknownKind, byte 0). "
        + "The block is damaged, or a later version of Lode wrote it.")
  }
}
