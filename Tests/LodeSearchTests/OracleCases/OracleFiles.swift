import Foundation
import LodeTestSupport

/// Texts, queries and the answers of SQLite, which are kept outside of the repository.
struct OracleFiles: Sendable {
  let folder: URL

  /// The folder, if it exists: where `LODE_SEARCHCASES` says, or beside the package.
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
    let file = try FileHandle(forReadingFrom: folder.appendingPathComponent("docs.jsonl.zst"))
    return try Self.output(of: ["zstd", "-dcq"], file).map { try Self.decode($0) }
  }

  /// The SHA-256 of a text, in hexadecimal, by the program `sha256sum`: what lists of answers are
  /// given by that are too long.
  static func sha256(_ text: String) throws -> String {
    let directory = try TemporaryDirectory()
    let file = URL(fileURLWithPath: directory.file("text"))
    try Data(text.utf8).write(to: file)
    let output = try output(of: ["sha256sum"], FileHandle(forReadingFrom: file))
    return String(decoding: (output ?? Data()).prefix(64), as: UTF8.self)
  }

  /// What a program makes of a file; nil if it fails.
  private static func output(of command: [String], _ input: FileHandle) throws -> Data? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? bytes : nil
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
