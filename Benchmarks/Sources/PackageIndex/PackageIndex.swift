internal import BenchHarness
public import Coders
internal import Foundation

/// The packages of this machine's Debian package index, the last record of each name.
public struct PackageIndex {
  /// The packages.
  public let records: [PackageRecord]
  /// The packages as JSON Lines: sizes are numbers, all other fields are texts.
  public let json: [UInt8]

  /// Reads at most `limit` records of the index, or `nil` where there is none.
  public init?(limit: Int) throws {
    let content = try dumpedIndex()
    if content.isEmpty { return nil }
    try self.init(content, limit: limit)
  }

  /// Reads at most `limit` stanzas.
  init(_ content: [UInt8], limit: Int) throws {
    var places: [String: Int] = [:]
    var records: [PackageRecord] = []
    var lines: [[UInt8]] = []
    try Stanza.forEach(in: content) { stanza in
      let record = PackageRecord(stanza.texts)
      let json = stanza.json(numbers: ["Size", "Installed-Size"])
      if let place = places[record.package] {
        (records[place], lines[place]) = (record, json)
      } else {
        places[record.package] = records.count
        records.append(record)
        lines.append(json)
      }
      return records.count < limit
    }
    self.records = records
    json = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}

extension RecordInput {
  /// Reads the records in the file at `path`, or else the records of this machine's package index.
  public static func read(_ path: String?, limit: Int) throws -> RecordInput {
    if let path {
      guard let content = FileManager.default.contents(atPath: path) else {
        throw BenchFailure("Cannot read \(path).")
      }
      let name = URL(fileURLWithPath: path).lastPathComponent
      return try RecordInput(Array(content), origin: name, limit: limit)
    }
    let content = try dumpedIndex()
    guard !content.isEmpty else {
      throw BenchFailure(
        "This machine has no Debian package index. Give records with --input FILE.")
    }
    return try RecordInput(content, origin: "the Debian package index", limit: limit)
  }
}

/// What `apt-cache dumpavail` prints; nothing where there is no apt.
private func dumpedIndex() throws -> [UInt8] {
  let process = Process(), pipe = Pipe()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["apt-cache", "dumpavail"]
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  try process.run()
  let content = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return process.terminationStatus == 0 ? Array(content) : []
}
