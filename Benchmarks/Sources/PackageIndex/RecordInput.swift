public import BenchHarness

/// Real records: the stanzas of a Debian package index, or the lines of a JSON Lines file.
public struct RecordInput: Sendable {
  /// Where they are from.
  public let origin: String
  /// A key is the package's name, version and architecture, or the line's number; a value is one
  /// JSON object.
  public let rows: Rows

  /// Reads at most `limit` records; which form they have is seen at the first byte.
  public init(_ bytes: [UInt8], origin: String, limit: Int = .max) throws {
    self.origin = origin
    var builder = UniqueRows()
    if bytes.first == UInt8(ascii: "{") {
      for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(limit) {
        builder.append(key: Array("line \(builder.count + 1)".utf8), value: line)
      }
    } else {
      try Stanza.forEach(in: bytes) { stanza in
        builder.append(
          key: stanza.key ?? Array("record \(builder.count + 1)".utf8), value: stanza.json())
        return builder.count < limit
      }
    }
    if builder.count == 0 { throw BenchFailure("\(origin): no records") }
    rows = builder.rows()
  }
}

/// Rows whose keys are made different by a number where they are not.
private struct UniqueRows {
  private var seen: Set<[UInt8]> = []
  private var builder = RowBuilder()
  var count: Int { seen.count }

  mutating func append(key: [UInt8], value: some Collection<UInt8>) {
    var unique = key, number = 1
    while !seen.insert(unique).inserted {
      number += 1
      unique = key + Array(" \(number)".utf8)
    }
    builder.append(key: unique, value: value)
  }

  func rows() -> Rows { builder.rows() }
}
