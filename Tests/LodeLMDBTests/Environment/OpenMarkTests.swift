import Foundation
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeLMDB

/// The full check refuses what the quick one lets pass, so damage in the middle tells which one
/// ran.
@Suite("The mark beside the data tells whether the full check is needed")
struct OpenMarkTests {
  let directory: TemporaryDirectory
  let path: String
  let data: String
  let mark: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("store")
    data = path + "/data.mdb"
    mark = path + "/open.mark"
    let environment = try Environment(path: path)
    try environment.fill(try environment.table("t"), 5000)
    environment.close()
  }

  /// Breaks leaf pages; with `trusted` the mark vouches for the file all the same.
  private func damage(trusted: Bool) throws {
    var bytes = try contents(of: data)
    let page = 4096
    for offset in stride(from: 20 * page, to: 40 * page, by: page) {
      bytes.replaceSubrange(offset + 12..<offset + 16, with: [0xFF, 0xFF, 0x01, 0x00])
    }
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: data))
    handle.write(bytes)
    try handle.close()
    guard trusted else { return }
    let status = try FileStatus.at(data)
    let words = String(decoding: try contents(of: mark), as: UTF8.self).split(separator: " ")
    let inode = try #require(words.dropFirst(3).first)
    try writeMark("closed \(inode) \(status?.modified ?? 0) \(bytes.count)")
  }

  private func writeMark(_ state: String) throws {
    var line = Data("lode-mark 1 \(state)".utf8)
    line.append(Data(repeating: 0x20, count: OpenMark.length - 1 - line.count))
    line.append(0x0A)
    try write(line, to: mark)
  }

  private var fields: [String] {
    get throws {
      String(decoding: try contents(of: mark), as: UTF8.self)
        .split { $0 == " " || $0 == "\n" }.map(String.init)
    }
  }

  @Test func `it has 128 bytes, says open while in use and closed afterwards`() throws {
    #expect(try size(of: mark) == 128)
    #expect(try fields[2] == "closed")
    #expect(try fields[5] == "\(size(of: data))")
    let environment = try Environment(path: path)
    #expect(try fields[2] == "open")
    #expect(try fields[3] == FileSystem.bootIdentifier())
    environment.close()
    #expect(try fields[2] == "closed")
  }

  @Test func `closed and unchanged: the quick check is enough`() throws {
    try damage(trusted: true)
    // LMDB has not touched the damaged pages.
    try Environment(path: path).close()
  }

  @Test func `the quick check runs at every open, however well the mark vouches for the file`()
    throws
  {
    var bytes = try contents(of: data)
    let size = bytes.count
    // The depth of the main table, in both meta pages.
    for page in 0..<2 { bytes[page * 4096 + 16 + 24 + 48 + 6] = 77 }
    try overwrite(data, with: Array(bytes))
    let inode = try fields[3]
    for state in [
      "closed \(inode) \(try FileStatus.at(data)?.modified ?? 0) \(size)",
      "open \(FileSystem.bootIdentifier()) \(inode)",
    ] {
      try writeMark(state)
      let error = #expect(throws: LMDBError.self) { _ = try Environment(path: path) }
      #expect(error?.code == .damaged)
      #expect(error?.context.contains("metaDamaged") == true, "\(String(describing: error))")
    }
  }

  @Test
  func `before a restore: a backup that is put in place is checked in full when it is opened`()
    throws
  {
    let backup = directory.file("backup")
    let environment = try Environment(path: path)
    try environment.copy(to: backup)
    environment.close()
    // The backup rots where only the full check looks; the mark of the lost file stays behind.
    var bytes = try contents(of: backup + "/data.mdb")
    let page = 4096
    for offset in stride(from: 20 * page, to: 40 * page, by: page) {
      bytes.replaceSubrange(offset + 12..<offset + 16, with: [0xFF, 0xFF, 0x01, 0x00])
    }
    try remove(data)
    try write(bytes, to: data)
    expect(.damaged) { _ = try Environment(path: path) }
  }

  @Test func `closed and changed since: the full check runs`() throws {
    try damage(trusted: false)
    expect(.damaged) { _ = try Environment(path: path) }
  }

  @Test(.tags(.process)) func `open in a living process: the quick check is enough`() throws {
    let child = try ChildProcess.start("hold-read", path)
    #expect(child.line().hasPrefix("reading"))
    try damage(trusted: false)
    try Environment(path: path).close()
    _ = child.finish()
  }

  // A process that went wrong could damage pages before it died. The next one crashed on them.
  @Test(.tags(.process, .crash)) func `open in a process that was killed: the full check runs`()
    throws
  {
    let child = try ChildProcess.start("hold-read", path)
    #expect(child.line().hasPrefix("reading"))
    child.kill()
    #expect(try fields[2] == "open")
    try damage(trusted: false)
    expect(.damaged) { _ = try Environment(path: path) }
  }

  // Most programs keep their store in a global variable: each start would check the whole file.
  @Test(.tags(.process)) func `a process that exits without closing it says closed`() throws {
    let child = try ChildProcess.start("exit", path)
    #expect(child.line() == "tables 1")
    _ = child.finish()
    #expect(try fields[2] == "closed")
    try damage(trusted: true)
    try Environment(path: path).close()
  }

  @Test(arguments: ["open other-boot", "open unknown", "garbage", ""])
  func `open when the machine went down, or unreadable: the full check runs`(
    _ state: String
  ) throws {
    let inode = try fields[3]
    try damage(trusted: true)
    try writeMark("\(state) \(inode)")
    expect(.damaged) { _ = try Environment(path: path) }
    // Refused: the mark vouches for nothing that it did not vouch for before.
    expect(.damaged) { _ = try Environment(path: path) }
  }

  @Test func `missing: the full check runs`() throws {
    try damage(trusted: true)
    try remove(mark)
    expect(.damaged) { _ = try Environment(path: path) }
  }

  @Test func `checking full: the full check runs always`() throws {
    try damage(trusted: true)
    var options = EnvironmentOptions()
    options.checking = .full
    expect(.damaged) { _ = try Environment(path: path, options: options) }
  }

  @Test(.tags(.process)) func `the last of two processes to close it says closed`() throws {
    let child = try ChildProcess.start("hold-read", path)
    #expect(child.line().hasPrefix("reading"))
    let environment = try Environment(path: path)
    environment.close()
    #expect(try fields[2] == "open")
    _ = child.finish()
    #expect(try fields[2] == "open" || fields[2] == "closed")
    try Environment(path: path).close()
    #expect(try fields[2] == "closed")
  }

  @Test func `verify finds what the quick check let pass`() throws {
    try damage(trusted: true)
    let environment = try Environment(path: path)
    expect(.damaged) { _ = try environment.verify() }
  }
}
