import LodeCoding
import Testing

@Suite("Blocks are as Docs/Format/Compression.md has them")
struct BlockFormatTests {
  @Test func `the golden blocks hold the golden bytes`() throws {
    let rows = try goldenRows(page: "Compression.md", heading: "Golden bytes", columns: 3)
    #expect(rows.count >= 8)
    for row in rows {
      let (plain, block) = (bytes(hex: row[0]), bytes(hex: row[2]))
      let dictionary =
        row[1] == "-" ? nil : try CompressionDictionary(bytes(hex: row[1]), id: 300)
      let reader = BlockDecompressor(limit: 1_000, dictionaries: dictionary.map { [$0] } ?? [])
      #expect(try reader.decompress(block.span) == plain, "\(row[2])")
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
