/// What the check reads from: a file, or bytes in memory in tests.
protocol PageSource {
  /// The length in bytes; a live file may grow between two calls.
  func byteCount() throws(FileDamage) -> UInt64

  /// The bytes from `offset` on: `count` of them, or fewer when the end comes first.
  func bytes(at offset: UInt64, count: Int) throws(FileDamage) -> PageBytes
}
