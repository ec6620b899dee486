/// The input of the check: a file, or bytes in memory in tests.
protocol PageSource: Sendable {
  /// Returns the length in bytes; a file with a writer can grow between two calls.
  func byteCount() throws(FileDamage) -> UInt64

  /// Returns `count` bytes from `offset`, or fewer bytes at the end of the file.
  func bytes(at offset: UInt64, count: Int) throws(FileDamage) -> PageBytes

  /// Announces that `bytes(at:count:)` will soon read `count` bytes from `offset`.
  func willRead(at offset: UInt64, count: Int)
}
