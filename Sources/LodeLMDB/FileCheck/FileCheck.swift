/// Checks of an LMDB data file by plain reads, made before LMDB maps it.
///
/// LMDB trusts its file: a damaged one ends the process by a signal, in an endless loop or in wrong
/// answers. These checks map nothing and call nothing of LMDB, and whatever the bytes are, they end
/// in a report or in a `FileDamage`. They refuse no file that LMDB 0.9 has written soundly.
///
/// `path` is always that of the data file itself, such as `people.lode/data.mdb`.
///
/// ```swift
/// let report = try FileCheck.quick(path: path)
/// if report.isShort { try FileCheck.pad(path: path) }
/// ```
public enum FileCheck {
  /// Checks the two meta pages and the two roots: what opening the file stands on.
  ///
  /// It may run beside readers and writers of any process. After success the file can be opened,
  /// but pages below the roots can still be damaged: only `full(path:)` finds that.
  ///
  /// - Complexity: O(1): four reads of at most 152 bytes, about 10 microseconds.
  /// - Throws: `FileDamage` with `.empty`, `.truncated`, `.notAnEnvironment`,
  ///   `.unsupportedVersion`, `.unsupported`, `.metaDamaged`, `.pageDamaged` (a root page), or
  ///   `.unreadable`.
  @discardableResult
  public static func quick(path: String) throws(FileDamage) -> QuickReport {
    try QuickCheck(source: PositionalFile(path: path)).run().report
  }

  /// Checks every page in use, the list of free pages and all counters.
  ///
  /// After success LMDB can read and write the whole file without meeting damage; only bytes within
  /// values are not looked at. It is meant for a file that no one writes to: after the machine went
  /// down, before a backup is restored. On a live environment call it inside a write transaction,
  /// which keeps other writers out; else pages that were reused in the meantime look like damage.
  ///
  /// Tables with sorted duplicates, which this library never makes, are refused as `.unsupported`.
  ///
  /// - Complexity: O(pages in use) reads of one page each, about a quarter of a second for a
  ///   gigabyte in the page cache; overflow pages of values are not read after their first 16
  ///   bytes. The memory is one bit for each page and the pages from a root to a leaf.
  /// - Throws: what `quick(path:)` throws, and `FileDamage` with `.truncated` (a page in use is not
  ///   in the file), `.pageDamaged`, `.treeDamaged`, `.freeListDamaged` or `.countMismatch`.
  @discardableResult
  public static func full(path: String) throws(FileDamage) -> FullReport {
    try FullCheck.run(PositionalFile(path: path))
  }

  /// Lengthens a short file with zeros up to the last page it may use.
  ///
  /// LMDB does not write pages that a transaction has allocated and freed again, so a sound file
  /// can end before its last page; a map of it would end the process when one of these is touched.
  /// After success the file is `neededSize` bytes long or longer; a failure leaves it as it was.
  /// The new bytes take no room on the disk. Call it before LMDB opens the file.
  ///
  /// - Returns: the number of bytes added.
  /// - Complexity: that of `quick(path:)`, which it runs first: a file that is not sound is left
  ///   alone.
  /// - Throws: what `quick(path:)` throws, and `.unreadable` when the file cannot be lengthened.
  @discardableResult
  public static func pad(path: String) throws(FileDamage) -> UInt64 {
    let file = try PositionalFile(path: path, forWriting: true)
    let report = try QuickCheck(source: file).run().report
    guard report.isShort else { return 0 }
    try file.setByteCount(report.neededSize)
    return report.neededSize - report.fileSize
  }
}
