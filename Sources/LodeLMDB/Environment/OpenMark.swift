import Synchronization

/// The clean-shutdown marker: a small file beside the data that records how the environment was
/// closed.
///
/// LMDB's file does not show whether a crash ended its last writer. The marker holds one line of
/// 128 bytes, padded with spaces:
///
/// | Line | Meaning |
/// |---|---|
/// | `lode-mark 1 open BOOT INODE` | A process opened the environment for writing. |
/// | `lode-mark 1 damaged NONCE INODE` | The last opener found damaged tables. |
/// | `lode-mark 1 closed INODE MTIME SIZE` | The last writing process closed the environment. |
///
/// BOOT identifies the boot of the system, and NONCE identifies the opener. INODE, MTIME, and SIZE
/// are the data file's inode number, modification time in nanoseconds, and size in bytes.
///
/// The marker confirms the data file in two cases, and the mode `automatic` then skips the full
/// check:
///
/// - The line says closed, and the file has not changed since.
/// - The line says open in this boot, and another process has the environment open for writing.
///
/// Every opener for writing keeps a shared lock on the marker. The lock shows the next opener that
/// the process runs, and shows a closing process whether other writing processes remain.
///
/// Sendable: the descriptor is behind a mutex.
final class OpenMark: Sendable {
  static let fileName = "open.mark"
  /// The length of the line, in bytes.
  static let length = 128

  /// The open marker file; `nil` after release.
  private let file: Mutex<Descriptor?>
  /// Whether the marker may record a clean shutdown.
  private let isSound = Atomic(false)
  /// A random number by which this opener recognizes its own record of damage.
  private let nonce = UInt64.random(in: 0 ... .max)

  /// Opens the marker, and returns whether the marker confirms the data file.
  ///
  /// The marker is `nil` if the file is missing and cannot be created, or if a read-only opener
  /// cannot read the file.
  ///
  /// - Throws: ``LMDBError`` with the code of the system's error if the file exists, and an opener
  ///   for writing cannot open or lock the file.
  static func open(
    in directory: String, data: FileStatus, readOnly: Bool
  ) throws(LMDBError) -> (mark: OpenMark?, vouches: Bool) {
    let path = directory + "/" + fileName
    do throws(LMDBError) {
      let descriptor = try Descriptor(path: path, readOnly ? .read : .create)
      // The caller's lock on the directory excludes other openers between the two locks.
      let isAlone = descriptor.lock(exclusive: true, wait: false)
      guard descriptor.lock(exclusive: false, wait: true) else { throw LMDBError.system(path) }
      let mark = OpenMark(descriptor)
      return (mark, mark.vouches(for: data, isAlone: isAlone))
    } catch {
      // A marker that a writer cannot change would still confirm the file after the writer's
      // commits.
      let exists = try FileStatus.at(path) != nil
      if exists, !readOnly { throw error }
      return (nil, false)
    }
  }

  /// Creates the marker from an open file on which the caller has a shared lock.
  private init(_ descriptor: consuming Descriptor) { file = Mutex(descriptor) }

  /// Records the environment as open in this boot of the system; the record is durable on return.
  func declareOpen(_ data: FileStatus, directory: String) throws(LMDBError) {
    let boot = FileSystem.bootIdentifier()
    try write("open \(boot.isEmpty ? "unknown" : boot) \(data.identity.inode)", in: directory)
    isSound.store(true, ordering: .relaxed)
  }

  /// Records that the environment has damaged tables, so that every opener runs the full check; the
  /// record is durable on return.
  func declareDamaged(_ data: FileStatus, directory: String) throws(LMDBError) {
    try write("damaged \(nonce) \(data.identity.inode)", in: directory)
  }

  /// Records the environment as open, unless a later opener has replaced this opener's record of
  /// damage; the record is durable on return.
  ///
  /// The caller holds the lock on the directory, so that no opener writes a record in between.
  func declareMended(_ data: FileStatus, directory: String) throws(LMDBError) {
    let words = words()
    guard words.count > 3, words[2] == "damaged", words[3] == String(nonce) else { return }
    try declareOpen(data, directory: directory)
  }

  /// Writes a line durably, or deletes the marker.
  private func write(_ state: String, in directory: String) throws(LMDBError) {
    if !write(state, durably: true) {
      // The write failed, for example on a full disk. Without a marker, the next opening runs the
      // full check, which is always correct.
      try FileSystem.remove(directory + "/" + Self.fileName)
      try FileSystem.synchronizeDirectory(directory)
    }
  }

  /// Records the environment as closed if no other process has the environment open for writing.
  ///
  /// Records nothing while the environment has damaged tables.
  func declareClosed(_ data: FileStatus) {
    guard isSound.load(ordering: .relaxed) else { return }
    guard file.withLock({ $0?.lock(exclusive: true, wait: false) }) == true else { return }
    // A later opener may have found damage.
    if words().dropFirst(2).first == "damaged" { return }
    _ = write("closed \(data.identity.inode) \(data.modified) \(data.size)", durably: false)
  }

  /// Releases the shared lock on the marker.
  func release() {
    file.withLock { file in
      // Release the lock explicitly, because a child of `fork` can still hold the descriptor.
      file?.unlock()
      file = nil
    }
  }

  /// Writes the line, and returns whether the write, and with `durably` the sync, succeeded.
  private func write(_ state: String, durably: Bool) -> Bool {
    var line = Array("lode-mark 1 \(state)".utf8)
    line += Array(repeating: 0x20, count: max(0, Self.length - 1 - line.count)) + [0x0A]
    return file.withLock { file in
      guard file?.writeHead(line) == true else { return false }
      return !durably || file?.isSynchronized() == true
    }
  }

  private func words() -> [Substring] {
    let line = file.withLock { $0?.readHead(Self.length) ?? [] }
    return String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\n" }
  }

  /// Returns whether the marker confirms the data file.
  ///
  /// - Parameter isAlone: Whether no other process has the environment open for writing.
  private func vouches(for data: FileStatus, isAlone: Bool) -> Bool {
    let words = words()
    guard words.count > 4, words[0] == "lode-mark", words[1] == "1" else { return false }
    let inode = String(data.identity.inode)
    switch words[2] {
    case "open":
      let boot = FileSystem.bootIdentifier()
      return !isAlone && !boot.isEmpty && words[3] == boot && words[4] == inode
    case "closed":
      return words.count > 5 && words[3] == inode && words[4] == String(data.modified)
        && words[5] == String(data.size)
    default:
      return false
    }
  }
}
