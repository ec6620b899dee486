import Synchronization

/// A small file beside the data that tells how the environment was last closed.
///
/// LMDB's file alone cannot tell whether the machine went down while it was open. The mark holds
/// one line of 128 bytes, padded with spaces: `lode-mark 1 open BOOT INODE` while in use, where
/// BOOT names the run of the machine, or `lode-mark 1 closed INODE MTIME SIZE` after a clean close.
/// An opener runs the full check unless the mark vouches for the file: closed and unchanged since,
/// or open in this same run of the machine, when a crash of a process alone cannot have damaged it.
/// The format is in `Docs/Format/Environment.md`.
///
/// Every opener keeps a shared lock on the mark, so that the last one to close can tell that it is.
final class OpenMark: Sendable {
  static let fileName = "open.mark"
  static let length = 128

  /// `nil` once released.
  private let file: Mutex<Descriptor?>

  /// Opens the mark, and says whether it vouches for the data file.
  ///
  /// The result is `nil` where there is no mark and none may be made; nothing vouches then.
  static func open(
    in directory: String, data: FileStatus, readOnly: Bool
  ) throws(LMDBError) -> (mark: OpenMark?, vouches: Bool) {
    let path = directory + "/" + fileName
    do throws(LMDBError) {
      let mark = try OpenMark(path: path, readOnly ? .read : .create)
      return (mark, mark.vouches(for: data))
    } catch {
      // A mark that exists and cannot be changed would vouch for a file that changes.
      let exists = try FileStatus.at(path) != nil
      if exists, !readOnly { throw error }
      return (nil, false)
    }
  }

  private init(path: String, _ access: Descriptor.Access) throws(LMDBError) {
    let descriptor = try Descriptor(path: path, access)
    guard descriptor.lock(exclusive: false, wait: true) else { throw LMDBError.system(path) }
    file = Mutex(descriptor)
  }

  /// Declares the environment open in this run of the machine; durable on return.
  func declareOpen(_ data: FileStatus, directory: String) throws(LMDBError) {
    let boot = FileSystem.bootIdentifier()
    if !write("open \(boot.isEmpty ? "unknown" : boot) \(data.identity.inode)", durably: true) {
      // A full disk, say. No mark means a full check at the next open, which is always right.
      try FileSystem.remove(directory + "/" + Self.fileName)
      try FileSystem.synchronizeDirectory(directory)
    }
  }

  /// Declares the environment closed, when nobody else has it open.
  func declareClosed(_ data: FileStatus) {
    guard file.withLock({ $0?.lock(exclusive: true, wait: false) }) == true else { return }
    _ = write("closed \(data.identity.inode) \(data.modified) \(data.size)", durably: false)
  }

  /// Lets others have the mark to themselves.
  func release() {
    file.withLock { file in
      // Said outright: a forked child may still hold the descriptor.
      file?.unlock()
      file = nil
    }
  }

  private func write(_ state: String, durably: Bool) -> Bool {
    var line = Array("lode-mark 1 \(state)".utf8)
    line += Array(repeating: 0x20, count: max(0, Self.length - 1 - line.count)) + [0x0A]
    return file.withLock { file in
      guard file?.writeHead(line) == true else { return false }
      return !durably || file?.isSynchronized() == true
    }
  }

  private func vouches(for data: FileStatus) -> Bool {
    let line = file.withLock { $0?.readHead(Self.length) ?? [] }
    let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    guard words.count > 4, words[0] == "lode-mark", words[1] == "1" else { return false }
    let inode = String(data.identity.inode)
    switch words[2] {
    case "open":
      let boot = FileSystem.bootIdentifier()
      return !boot.isEmpty && words[3] == boot && words[4] == inode
    case "closed":
      return words.count > 5 && words[3] == inode && words[4] == String(data.modified)
        && words[5] == String(data.size)
    default:
      return false
    }
  }
}
