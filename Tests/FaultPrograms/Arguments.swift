import Foundation

/// The words after a command's name.
struct Arguments: Sendable {
  let words: [String]

  init(_ words: [String]) { self.words = words }

  /// The word at a place; a command whose words are missing ends.
  func text(_ index: Int) -> String {
    guard words.indices.contains(index) else {
      say("missing argument \(index + 1)")
      exit(64)
    }
    return words[index]
  }

  func number(_ index: Int) -> Int { Int(text(index)) ?? 0 }

  func seed(_ index: Int) -> UInt64 { UInt64(text(index)) ?? 0 }

  /// The value of `NAME=VALUE`, if it was given.
  func option(_ name: String) -> String? {
    words.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  func has(_ word: String) -> Bool { words.contains(word) }
}

/// Prints a line at once: its reader may be about to kill this process.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// Where a program's store lies below its root.
func storePath(_ root: String) -> String { root + "/db" }
