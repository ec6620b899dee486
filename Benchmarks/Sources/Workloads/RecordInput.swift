public import BenchHarness
internal import Foundation

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
      var stanza = Stanza()
      for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        if builder.count == limit { break }
        if line.isEmpty {
          stanza.flush(into: &builder)
        } else {
          try stanza.add(line)
        }
      }
      stanza.flush(into: &builder)
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

/// One paragraph of `Name: value` lines; a line that starts with white space goes on with the value
/// before it.
struct Stanza {
  private(set) var fields: [(name: [UInt8], value: [UInt8])] = []

  mutating func add(_ line: ArraySlice<UInt8>) throws {
    if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
      guard !fields.isEmpty else { throw BenchFailure("a continuation line without a field") }
      fields[fields.count - 1].value += [UInt8(ascii: "\n")] + line
      return
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw BenchFailure(
        "no colon in the line: \(String(decoding: line.prefix(60), as: UTF8.self))")
    }
    let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
    fields.append((Array(line[..<colon]), Array(value)))
  }

  fileprivate mutating func flush(into rows: inout UniqueRows) {
    if fields.isEmpty { return }
    let parts = ["Package", "Version", "Architecture"].compactMap(value)
    let key =
      parts.isEmpty
      ? Array("record \(rows.count + 1)".utf8) : Array(parts.joined(separator: [0x20]))
    // LMDB's keys end at 511 bytes.
    rows.append(key: Array(key.prefix(500)), value: json)
    fields = []
  }

  private func value(_ name: String) -> [UInt8]? {
    fields.first { $0.name.elementsEqual(name.utf8) }?.value
  }

  /// The fields as one JSON object.
  var json: [UInt8] {
    var out: [UInt8] = [UInt8(ascii: "{")]
    for field in fields {
      if out.count > 1 { out.append(UInt8(ascii: ",")) }
      appendString(field.name, to: &out)
      out.append(UInt8(ascii: ":"))
      appendString(field.value, to: &out)
    }
    out.append(UInt8(ascii: "}"))
    return out
  }

  private func appendString(_ text: [UInt8], to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        out += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        out += Array(String(format: "\\u%04x", byte).utf8)
      default:
        out.append(byte)
      }
    }
    out.append(UInt8(ascii: "\""))
  }
}
