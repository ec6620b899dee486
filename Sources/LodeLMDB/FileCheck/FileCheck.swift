/// Checks an LMDB data file with plain reads before LMDB maps the file.
///
/// LMDB does not check its file. A damaged file can end the process with a signal, cause an endless
/// loop, or give wrong answers. `FileCheck` neither maps the file nor calls LMDB. For any bytes, a
/// check returns a report or throws a `FileDamage`.
///
/// The checks accept every sound file that LMDB 0.9 with default settings wrote on a machine of the
/// same word size and byte order. The exceptions are files with sorted duplicates (several values
/// for one key), another key order in the main table, or a fixed map address.
///
/// The functions are safe to call on any thread. `path` is the path of the data file:
///
/// ```swift
/// let path = "people.lode/data.mdb"
/// let report = try FileCheck.quick(path: path)
/// if report.isShort { try FileCheck.pad(path: path) }
/// ```
public enum FileCheck {
  /// Checks the pages that opening needs: the two meta pages, and the headers of the two root
  /// pages.
  ///
  /// Each meta page describes one of the last two commits. A meta page names the root pages of two
  /// trees: the main table and the list of free pages.
  ///
  /// The check may run beside readers and writers of any process. After success, LMDB can open the
  /// file if the file is not short. Only `full(path:)` finds damage in the rest of the file.
  ///
  /// - Complexity: O(1), about 10 microseconds.
  /// - Throws: `FileDamage` with one of these codes:
  ///   - `empty` if the file has no bytes.
  ///   - `truncated` if the file ends before a meta page or a root page.
  ///   - `notAnEnvironment` if the file is not an LMDB data file.
  ///   - `unsupportedVersion` if the file has another version of the LMDB format.
  ///   - `unsupported` if the file has another byte order, pages of 64 KiB, or a fixed map address.
  ///   - `metaDamaged` if a meta page is damaged.
  ///   - `pageDamaged` if a root page is damaged.
  ///   - `unreadable` if the system does not open or read the file.
  @discardableResult
  public static func quick(path: String) throws(FileDamage) -> QuickReport {
    try QuickCheck(source: PositionalFile(path: path)).run().report
  }

  /// Checks every page in use, the list of free pages, and all counters.
  ///
  /// After success, LMDB can read and write the whole file. The check does not examine the bytes of
  /// values.
  ///
  /// Call `full(path:)` for a file without writers, for example after a crash or before restoring a
  /// backup. A page that a writer reuses during the check can look damaged. For an open
  /// environment, call ``Environment/verify()``, which blocks writers.
  ///
  /// - Complexity: O(p) time for p pages in use, about a quarter of a second per gigabyte in the
  ///   system's page cache. The check needs a few bits of memory for each page.
  /// - Throws: `FileDamage` with one of these codes:
  ///   - `empty` if the file has no bytes.
  ///   - `truncated` if the file ends before a page in use.
  ///   - `notAnEnvironment` if the file is not an LMDB data file.
  ///   - `unsupportedVersion` if the file has another version of the LMDB format.
  ///   - `unsupported` if the file has another byte order, pages of 64 KiB, or a fixed map address,
  ///     or if a table has sorted duplicates.
  ///   - `metaDamaged` if a meta page is damaged.
  ///   - `pageDamaged` if the bytes of a page contradict each other, the page's position in the
  ///     file, or the tree that contains the page.
  ///   - `treeDamaged` if the pages of a table do not form a sorted tree.
  ///   - `freeListDamaged` if the list of free pages is damaged.
  ///   - `countMismatch` if the number of entries or pages found in a tree differs from the number
  ///     that LMDB stores for the tree.
  ///   - `unreadable` if the system does not open or read the file.
  @discardableResult
  public static func full(path: String) throws(FileDamage) -> FullReport {
    try FullCheck.run(PositionalFile(path: path))
  }

  /// Lengthens a short file with zeros up to the last page that the file may use.
  ///
  /// LMDB does not write pages that a transaction has allocated and freed again. A sound file can
  /// therefore end before its last page. Access to the missing pages through a map would end the
  /// process. The new bytes take at most one block on the disk.
  ///
  /// Call `pad` before LMDB opens the file. After success, the file has at least the `neededSize`
  /// of the quick report. A failure changes nothing.
  ///
  /// - Returns: The number of bytes added.
  /// - Complexity: O(1), including the quick check.
  /// - Throws: `FileDamage` with one of these codes:
  ///   - `empty` if the file has no bytes.
  ///   - `truncated` if the file ends before a meta page or a root page.
  ///   - `notAnEnvironment` if the file is not an LMDB data file.
  ///   - `unsupportedVersion` if the file has another version of the LMDB format.
  ///   - `unsupported` if the file has another byte order, pages of 64 KiB, or a fixed map address.
  ///   - `metaDamaged` if a meta page is damaged.
  ///   - `pageDamaged` if a root page is damaged.
  ///   - `unreadable` if the system does not open, read, or lengthen the file.
  @discardableResult
  public static func pad(path: String) throws(FileDamage) -> UInt64 {
    let file = try PositionalFile(path: path, forWriting: true)
    let report = try QuickCheck(source: file).run().report
    guard report.isShort else { return 0 }
    try file.setByteCount(report.neededSize)
    return report.neededSize - report.fileSize
  }
}
