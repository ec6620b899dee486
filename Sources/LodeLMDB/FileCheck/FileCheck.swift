/// Checks an LMDB data file with plain reads before LMDB maps the file.
///
/// LMDB trusts its file. A damaged file ends the process with a signal, causes an endless loop, or
/// gives wrong answers. These checks neither map the file nor call LMDB. On any bytes, a check ends
/// in a report or a `FileDamage`. The checks refuse no sound file of LMDB 0.9.
///
/// `path` is the path of the data file, such as `people.lode/data.mdb`.
///
/// ```swift
/// let report = try FileCheck.quick(path: path)
/// if report.isShort { try FileCheck.pad(path: path) }
/// ```
public enum FileCheck {
  /// Checks the two meta pages and the two roots, which opening the file needs.
  ///
  /// The check may run beside readers and writers of any process. After success the file can be
  /// opened. Pages below the roots can still be damaged: only `full(path:)` finds such damage.
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
  /// After success, LMDB can read and write the whole file without meeting damage. Only bytes
  /// inside values are not checked. The check is meant for a file without writers: after the
  /// machine went down, or before a backup is restored. On a live environment, call the check
  /// inside a write transaction, which blocks other writers. Otherwise pages that are reused during
  /// the check look like damage.
  ///
  /// Tables with sorted duplicates, which this library never creates, are refused as
  /// `.unsupported`.
  ///
  /// - Complexity: O(pages in use) reads of one page each, about a quarter of a second per gigabyte
  ///   in the page cache. Overflow pages of values are not read after their first 16 bytes. The
  ///   check uses one bit of memory per page, plus the pages from a root to a leaf.
  /// - Throws: The errors of `quick(path:)`, and `FileDamage` with `.truncated` (a page in use is
  ///   not in the file), `.pageDamaged`, `.treeDamaged`, `.freeListDamaged` or `.countMismatch`.
  @discardableResult
  public static func full(path: String) throws(FileDamage) -> FullReport {
    try FullCheck.run(PositionalFile(path: path))
  }

  /// Lengthens a short file with zeros up to the last page that the file may use.
  ///
  /// LMDB does not write pages that a transaction has allocated and freed again. A sound file can
  /// therefore end before its last page, and access to the missing pages through a map would end
  /// the process. After success the file has at least `neededSize` bytes; a failure changes
  /// nothing. The new bytes take no space on the disk. Call the function before LMDB opens the
  /// file.
  ///
  /// - Returns: The number of bytes added.
  /// - Complexity: The complexity of `quick(path:)`, which runs first. A damaged file is not
  ///   changed.
  /// - Throws: The errors of `quick(path:)`, and `.unreadable` if the file cannot be lengthened.
  @discardableResult
  public static func pad(path: String) throws(FileDamage) -> UInt64 {
    let file = try PositionalFile(path: path, forWriting: true)
    let report = try QuickCheck(source: file).run().report
    guard report.isShort else { return 0 }
    try file.setByteCount(report.neededSize)
    return report.neededSize - report.fileSize
  }
}
