internal import Foundation
internal import LodeCoding

/// A line reader that holds only one line and one chunk of a file in memory.
struct LineReader {
  private let file: FileHandle
  /// The name of the file in messages.
  let name: String
  private var buffer: [UInt8] = []
  /// The index of the first unread byte in `buffer`.
  private var start = 0
  private var isAtEnd = false
  /// The number of the last line read, counted from 1; 0 before the first line.
  private(set) var number = 0
  /// The number of bytes in the lines read so far, with their line breaks.
  private(set) var byteCount = 0

  init(_ file: FileHandle, name: String) {
    self.file = file
    self.name = name
  }

  /// Returns the next line without its line feed, or `nil` after the last line.
  ///
  /// The call removes a UTF-8 byte order mark from the first line.
  ///
  /// - Throws: `Failure` if the file cannot be read.
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

  /// Returns the line before `end`, and advances to `behind`, where the next line begins.
  private mutating func take(until end: Int, behind: Int) -> ArraySlice<UInt8> {
    let line = buffer[start..<end]
    number += 1
    byteCount += behind - start
    start = behind
    // A byte order mark is not part of the text.
    return number == 1 && line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
  }

  /// Removes the returned lines from the buffer, and appends the next chunk of the file.
  ///
  /// At the end of the file, the call sets `isAtEnd`, and appends nothing.
  ///
  /// - Throws: `Failure` if the file cannot be read.
  private mutating func fill() throws {
    buffer.removeFirst(start)
    start = 0
    // A chunk is at least as large as the buffer, so that a long line takes few chunks.
    let piece = try Failure.file(name, "read") {
      try file.read(upToCount: max(1 << 20, buffer.count)) ?? Data()
    }
    isAtEnd = piece.isEmpty
    buffer.append(contentsOf: piece)
  }

  private static func firstLineBreak(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    for index in start..<bytes.count where bytes[index] == 0x0A { return index }
    return nil
  }

  /// Returns a failure that names the last line read.
  func failure(_ problem: String, remedy: String) -> Failure {
    Failure("\(name), line \(number): \(problem)", remedy: remedy)
  }
}
