import Foundation
import LodeTestSupport

/// Texts, queries and the answers of SQLite, which are kept outside of the repository.
struct OracleFiles: Sendable {
  let folder: URL

  /// The folder, if it is there: where `LODE_SEARCHCASES` says, or beside the package.
  static var found: OracleFiles? {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let places = [
      environmentVariable("LODE_SEARCHCASES").map { URL(fileURLWithPath: $0) },
      package.appendingPathComponent("../shared/searchcases").standardized,
      package.appendingPathComponent("../../shared/searchcases").standardized,
    ]
    for case let folder? in places
    where FileManager.default.fileExists(atPath: folder.appendingPathComponent("cases.jsonl").path)
    {
      return OracleFiles(folder: folder)
    }
    return nil
  }

  /// The objects of a file with one a line.
  func lines<T: Decodable>(_ name: String, as type: T.Type) throws -> [T] {
    try Self.decode(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  /// The texts, decompressed by the program `zstd`; nil if there is none.
  func documents() throws -> [OracleDocument]? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["zstd", "-dcq", folder.appendingPathComponent("docs.jsonl.zst").path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? try Self.decode(bytes) : nil
  }

  private static func decode<T: Decodable>(_ bytes: Data) throws -> [T] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try bytes.split(separator: 0x0A).map { try decoder.decode(T.self, from: Data($0)) }
  }
}

struct OracleDocument: Decodable {
  var id: Int
  var model: String
  var title: String
  var body: String
  var tags: String
}

struct OracleChange: Decodable {
  var op: String
  var id: Int
  var model: String?
  var title: String?
  var body: String?
  var tags: String?
}

/// A query and what it finds.
struct OracleCase: Decodable {
  var id: String?
  var `case`: String?
  var category: String
  var mode: String
  var query: String
  var total: Int
  var expectedIds: [Int]?
  var idsSha256: String?
  var byModel: [String: Int]?

  var name: String { id ?? `case` ?? "?" }
}

struct OracleRank: Decodable {
  struct Entry: Decodable {
    var id: Int
    var score: Double
  }

  var `case`: String
  var query: String
  var weights: [Double]?
  var top: [Entry]
}

struct OracleError: Decodable {
  struct Result: Decodable {
    var total: Int?
    var error: String?
  }

  var query: String?
  var queryDesc: String?
  var fts4Result: Result
}
