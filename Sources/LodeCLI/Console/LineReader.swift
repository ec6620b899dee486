internal import Foundation
internal import LodeCoding

/// Reads lines one after another, in memory for one line and a large piece.
struct LineReader {
  private let file: FileHandle
  /// What messages call the file.
  let name: String
  private var buffer: [UInt8] = []
  /// Where the unread bytes begin.
  private var start = 0
  private var isAtEnd = false
  /// The number of the line that was read last, from 1.
  private(set) var number = 0
  /// The bytes that were read so far, line breaks included.
  private(set) var byteCount = 0

  init(_ file: FileHandle, name: String) {
    self.file = file
    self.name = name
  }

  /// The next line without its line break, or `nil` behind the last one.
  mutating func next() throws -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = Self.firstLineBreak(buffer.span, from: searched) {
        return take(until: end, behind: end + 1)
      }
      if isAtEnd {
        return start < buffer.count ? take(until: buffer.count, behind: buffer.count) : nil
      }
      searched = buffer.count - start
      try fill()
    }
  }

  private mutating func take(until end: Int, behind: Int) -> ArraySlice<UInt8> {
    let line = buffer[start..<end]
    number += 1
    byteCount += behind - start
    start = behind
    // A byte order mark is no part of the text.
    return number == 1 && line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
  }

  /// Drops what was read and reads a piece more.
  private mutating func fill() throws {
    buffer.removeFirst(start)
    start = 0
    do {
      // At least as much as there is, so that a long line is moved a few times only.
      let piece = try file.read(upToCount: max(1 << 20, buffer.count)) ?? Data()
      isAtEnd = piece.isEmpty
      buffer.append(contentsOf: piece)
    } catch {
      throw Failure.file(name, "read", error)
    }
  }

  private static func firstLineBreak(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    for index in start..<bytes.count where bytes[index] == 0x0A { return index }
    return nil
  }

  /// A failure at the line that was read last.
  func failure(_ problem: String, remedy: String) -> Failure {
    Failure("\(name), line \(number): \(problem)", remedy: remedy)
  }
}
