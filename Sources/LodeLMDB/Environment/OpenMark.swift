/// A small file beside the data that tells how the environment was last closed.
///
/// LMDB's file alone cannot tell whether the machine went down while it was open. The mark holds one
/// line of 128 bytes, padded with spaces: `lode-mark 1 open BOOT INODE` while in use, where BOOT names
/// the run of the machine, or `lode-mark 1 closed INODE MTIME SIZE` after a clean close. An opener runs
/// the full check unless the mark vouches for the file: closed and unchanged since, or open in this
/// same run of the machine, when a crash of a process alone cannot have damaged it. The format is in
/// `Docs/Format/Environment.md`.
///
/// Every opener keeps a shared lock on the mark, so that the last one to close can tell that it is.
final class OpenMark: Sendable {
  static let fileName = "open.mark"
  private static let length = 128

  private let file: Descriptor

  /// Opens the mark, and says whether it vouches for the data file.
  init(directory: String, data: FileStatus, vouches: inout Bool) throws(LMDBError) {
    let path = directory + "/" + Self.fileName
    file = try Descriptor(path: path, .create)
    guard file.lock(exclusive: false, wait: true) else { throw LMDBError.system(path) }
    let words = String(decoding: file.readHead(Self.length), as: UTF8.self).split(separator: " ")
    vouches = Self.vouches(words, for: data)
  }

  /// Declares the environment open in this run of the machine; durable when it returns `true`.
  func open(_ data: FileStatus, path: String) throws(LMDBError) -> Bool {
    let boot = FileSystem.bootIdentifier()
    guard write("open \(boot.isEmpty ? "unknown" : boot) \(data.identity.inode)") else {
      return false
    }
    try file.synchronize(path)
    return true
  }

  /// Declares the environment closed, when nobody else has it open.
  func close(_ data: FileStatus) {
    guard file.lock(exclusive: true, wait: false) else { return }
    _ = write("closed \(data.identity.inode) \(data.modified) \(data.size)")
  }

  private func write(_ state: String) -> Bool {
    var line = Array("lode-mark 1 \(state)".utf8)
    line += Array(repeating: 0x20, count: max(0, Self.length - 1 - line.count)) + [0x0A]
    return file.writeHead(line)
  }

  private static func vouches(_ words: [Substring], for data: FileStatus) -> Bool {
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
