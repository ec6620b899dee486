import Foundation

/// A file of `Tests/Fuzz/Corpus`: the inputs of a target that each reach code that no other
/// reaches, in base64, a line each.
struct Corpus {
  let file: URL

  init(file: String) { self.file = URL(fileURLWithPath: file) }

  /// None if there is no such file.
  func inputs() throws -> [[UInt8]] {
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      guard let data = Data(base64Encoded: String(line)) else {
        throw CocoaError(.coderReadCorrupt, userInfo: [NSFilePathErrorKey: file.path])
      }
      return Array(data)
    }
  }

  /// Writes the shortest inputs first, up to 16 kB in all.
  func replace(byFilesIn folder: URL) throws {
    let inputs = try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .map { try Data(contentsOf: $0).base64EncodedString() }
      .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    var left = 16 << 10
    let kept = inputs.prefix { input in
      left -= input.utf8.count + 1
      return left >= 0
    }
    try Data(kept.map { $0 + "\n" }.joined().utf8).write(to: file)
  }
}
