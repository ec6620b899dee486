import LodeCoding

/// Any bytes as a dictionary, and a block that needs it: dictionaries come out of stores and files
/// as well.
enum DictionariesTarget: Target {
  private static let records = (0..<200).map { number in
    Array(
      "Package: lib\(number * 7919 % 1000)\nSection: libs\nPriority: optional\nSize: \(number)\n"
        .utf8)
  }

  static func seeds() throws -> [[UInt8]] {
    var dictionaries = [try CompressionDictionary(Array("documentation package".utf8), id: 1)]
    for capacity in [256, 512, 1_024] {
      dictionaries +=
        CompressionDictionary.train(from: records, id: 1, capacity: capacity).map { [$0] } ?? []
    }
    return dictionaries.flatMap { dictionary in
      [records[3], Array(records[..<4].joined())].map {
        input(dictionary.bytes, BlockCompressor(dictionary: dictionary).compress($0.span))
      }
    }
  }

  static func run(_ input: [UInt8]) {
    let parts = parts(of: input, 2)
    let block = parts[1]
    let dictionary: CompressionDictionary
    do {
      dictionary = try CompressionDictionary(parts[0], id: 1)
    } catch {
      return require(error.code == .invalidDictionary, "\(error) is about a dictionary")
    }
    let reader = BlockDecompressor(limit: 1 << 16, dictionaries: [dictionary])
    do {
      let bytes = try reader.decompress(block.span)
      require(bytes.count <= reader.limit, "the limit holds")
    } catch {
      require((0...block.count).contains(error.offset), "\(error) is about a place in the block")
    }
    // Whatever is taken for a dictionary, what is compressed with it comes back.
    for bytes in [block, records[7]] {
      let made = BlockCompressor(Compression(level: 1), dictionary: dictionary).compress(bytes.span)
      let back = require("a block is read") { try reader.decompress(made.span) }
      require(back == bytes, "what was compressed comes back")
    }
  }
}
