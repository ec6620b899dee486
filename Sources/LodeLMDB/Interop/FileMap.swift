// The compiler assigns `stat` to the first C module that it loads: `CLMDB` or the C library. So
// this file imports both modules.
internal import CLMDB
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A read-only map of the data file, from the first page on.
///
/// The map can be longer than the file. If the process reads bytes beyond the file's end, the
/// system ends the process. ``filePages`` is the number of pages that the process may read.
///
/// Sendable by this proof: the addresses never change, the process only reads the mapped bytes, and
/// only atomic operations change the bits of ``checked`` and ``surrounded``. Any thread may advise
/// the system.
@safe
final class FileMap: @unchecked Sendable {
  /// The address of page 0.
  let start: UnsafeRawPointer
  let pageSize: Int
  /// The number of pages for which the map has addresses.
  let capacity: Int
  /// LMDB's descriptor of the data file, which is open as long as the environment.
  private let descriptor: Int32
  /// One bit for each page: whether this process has checked the page.
  let checked: UnsafeMutablePointer<UInt64>
  /// One bit for each page, set for a leaf after the check of the neighbors of the leaf and of the
  /// branches above the leaf.
  let surrounded: UnsafeMutablePointer<UInt64>
  private let known = Atomic<Int>(0)
  private let singlePages = Atomic<Bool>(false)

  /// Maps the file; `nil` if the system refuses the map or the memory of the sets.
  init?(descriptor: Int32, pageSize: Int, capacity: Int) {
    let bytes = capacity * pageSize
    guard
      let map = unsafe mmap(nil, bytes, PROT_READ, MAP_SHARED, descriptor, 0),
      unsafe map != MAP_FAILED
    else { return nil }
    unsafe start = UnsafeRawPointer(map)
    self.pageSize = pageSize
    self.capacity = capacity
    self.descriptor = descriptor
    // The memory of the two sets is zero, and the system provides the memory at the first write.
    guard let checked = unsafe calloc(capacity / 64 + 1, 8),
      let surrounded = unsafe calloc(capacity / 64 + 1, 8)
    else {
      unsafe munmap(map, bytes)
      return nil
    }
    unsafe self.checked = checked.assumingMemoryBound(to: UInt64.self)
    unsafe self.surrounded = surrounded.assumingMemoryBound(to: UInt64.self)
    readLength()
  }

  deinit {
    unsafe munmap(UnsafeMutableRawPointer(mutating: start), capacity * pageSize)
    unsafe free(checked)
    unsafe free(surrounded)
  }

  /// The number of whole pages that the file had when its size was last read, at most ``capacity``.
  var filePages: Int { known.load(ordering: .relaxed) }

  /// Whether the first use of a page reads only this page from the disk; initially `false`.
  ///
  /// By default, the system also reads the pages around.
  var readsSinglePages: Bool {
    get { singlePages.load(ordering: .relaxed) }
    set {
      singlePages.store(newValue, ordering: .relaxed)
      // If the system refuses the advice, only the speed of reads changes.
      _ = unsafe posix_madvise(
        UnsafeMutableRawPointer(mutating: start), capacity * pageSize,
        newValue ? POSIX_MADV_RANDOM : POSIX_MADV_NORMAL)
    }
  }

  /// Asks the system to read pages into its page cache, without waiting.
  ///
  /// Has no effect unless ``readsSinglePages`` is true, or if the file ends before the last page.
  func willRead(_ first: UInt64, count: UInt64 = 1) {
    guard readsSinglePages, first < filePages, count <= UInt64(filePages) - first else { return }
    // The map contains the pages.
    _ = unsafe posix_madvise(
      UnsafeMutableRawPointer(mutating: start + Int(first) * pageSize), Int(count) * pageSize,
      POSIX_MADV_WILLNEED)
  }

  /// Reads the file's length for ``filePages``.
  func readLength() {
    var raw = stat()
    guard unsafe fstat(descriptor, &raw) == 0 else { return }
    known.store(min(Int(raw.st_size) / pageSize, capacity), ordering: .relaxed)
  }
}

/// The pages of a map that one snapshot may read.
///
/// The window is valid as long as the map from which it was made.
@safe
struct PageWindow {
  private let start: UnsafeRawPointer
  private let checked: UnsafeMutablePointer<UInt64>
  private let surrounded: UnsafeMutablePointer<UInt64>
  let pageSize: Int
  /// The number of pages that may be read, from page 0 on.
  let pages: UInt64

  /// Creates a window of at most `pages` pages.
  init(_ map: FileMap, pages: UInt64) {
    unsafe start = map.start
    unsafe checked = map.checked
    unsafe surrounded = map.surrounded
    pageSize = map.pageSize
    self.pages = min(pages, UInt64(map.filePages))
  }

  /// Returns a page, or `nil` if the window does not contain the page.
  @inline(__always)
  func page(_ number: UInt64) -> MappedPage? {
    guard number < pages else { return nil }
    // The page is in the file, and so in the map.
    return unsafe MappedPage(start: start + Int(number) &* pageSize, byteCount: pageSize)
  }

  /// Whether this process has checked a page of the window.
  @inline(__always)
  func isChecked(_ number: UInt64) -> Bool {
    // The set has a bit for each page of the map.
    unsafe lode_bit_is_set(checked, Int(number)) != 0
  }

  /// Records that a page of the window is sound.
  func setChecked(_ number: UInt64) { unsafe lode_set_bit(checked, Int(number)) }

  /// Whether this process has checked the neighbors of a leaf and of the branches above the leaf.
  func isSurrounded(_ number: UInt64) -> Bool {
    unsafe lode_bit_is_set(surrounded, Int(number)) != 0
  }

  /// Records that the neighbors of a leaf and of the branches above the leaf are sound.
  func setSurrounded(_ number: UInt64) { unsafe lode_set_bit(surrounded, Int(number)) }
}

/// The newest map of an environment's data file; when the file grows, a longer map replaces the
/// shorter map.
///
/// A read that holds the shorter map keeps the map until the read ends.
///
/// Sendable by this proof: only atomic operations change the set of counted tables, and the address
/// of the set never changes.
@safe
final class FileMaps: @unchecked Sendable {
  private let descriptor: Int32
  private let current: Mutex<FileMap>
  private let sound = Atomic<Bool>(false)
  private let freeListSound = Atomic<Bool>(false)
  /// One bit for each table: whether this process has counted the rows of the table.
  private let counted: UnsafeMutablePointer<UInt64>
  /// The number of tables that have a bit; the rows of other tables are not counted.
  private static let countedTables: UInt32 = 1 << 14

  /// Maps the file of an open environment.
  ///
  /// Returns `nil` if the page size or the number of pages is implausible, or if the system refuses
  /// the map. LMDB then serves all reads, and Lode does not check the pages.
  init?(descriptor: Int32, pageSize: Int, pages: Int) {
    guard pageSize >= Int(MetaPage.pageSizes[0]), pages >= 2, pages < 1 << 40 else {
      return nil
    }
    let capacity = max(2 * pages, (1 << 28) / pageSize)
    guard let map = FileMap(descriptor: descriptor, pageSize: pageSize, capacity: capacity) else {
      return nil
    }
    self.descriptor = descriptor
    current = Mutex(map)
    unsafe counted = .allocate(capacity: Int(Self.countedTables) / 64)
    unsafe counted.initialize(repeating: 0, count: Int(Self.countedTables) / 64)
  }

  deinit { unsafe counted.deallocate() }

  /// Whether a check of every page has succeeded since this process opened the file.
  ///
  /// If `false`, writes check each page before LMDB uses the page.
  var isSound: Bool { sound.load(ordering: .acquiring) }

  /// Records that every page is sound.
  func declareSound() { sound.store(true, ordering: .releasing) }

  /// Whether a check of the list of free pages has succeeded since this process opened the file.
  var isFreeListSound: Bool { isSound || freeListSound.load(ordering: .acquiring) }

  /// Records that the list of free pages is sound.
  func declareFreeListSound() { freeListSound.store(true, ordering: .releasing) }

  /// Whether the rows of a table need no count, because this process has counted the rows or has
  /// checked every page.
  ///
  /// Also `true` for a table without a bit in the set.
  func hasCounted(_ table: UInt32) -> Bool {
    if table >= Self.countedTables || isSound { return true }
    return unsafe lode_bit_is_set(counted, Int(table)) != 0
  }

  /// Records that the rows of a table were counted.
  func setCounted(_ table: UInt32) {
    if table < Self.countedTables { unsafe lode_set_bit(counted, Int(table)) }
  }

  /// The newest map.
  var newest: FileMap { current.withLock { $0 } }

  /// Returns a map with addresses for at least `pages` pages; `nil` if the system refuses the map.
  func map(pages: Int) -> FileMap? {
    current.withLock { map in
      if pages <= map.capacity { return map }
      guard
        let longer = FileMap(
          descriptor: descriptor, pageSize: map.pageSize, capacity: max(pages, 2 * map.capacity))
      else { return nil }
      map = longer
      return longer
    }
  }
}
