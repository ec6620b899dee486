import Foundation
import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

@Suite(
  "A full disk", .enabled(if: SmallDisk.isPermitted, "mounting needs root on Linux"),
  .tags(.process))
struct FullDiskTests {
  let directory: TemporaryDirectory
  let disk: SmallDisk
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    disk = try #require(try SmallDisk(kilobytes: 1024))
    path = disk.path + "/store"
  }

  @Test func `H20 a write on a full disk is diskFull though LMDB says EIO, and works with room`()
    throws
  {
    let environment = try Environment(path: path)
    let table = try environment.table("t")
    try environment.fill(table, 100)
    let error = #expect(throws: LMDBError.self) { try environment.fill(table, 5000, size: 1000) }
    #expect(error?.code == .diskFull)
    #expect(error?.status == EIO)
    #expect(try environment.count(table) == 100)
    try disk.fill()
    // Again and again, small and large; reads go on.
    for size in [10, 1000, 100_000] {
      expect(.diskFull) { try environment.fill(table, 4_000_000 / size, size: size) }
      #expect(try environment.count(table) == 100)
    }
    try disk.free()
    try environment.fill(table, 200, size: 1000)
    #expect(try environment.count(table) == 200)
    _ = try environment.verify()
    environment.close()
    let again = try Environment(path: path)
    #expect(try again.count(again.table("t")) == 200)
  }

  @Test func `H18 a drop on a full disk is diskFull; the table is whole, and opened by its name`()
    throws
  {
    let source = try Environment(path: directory.file("source"))
    for name in ["dropped", "other"] { try source.fill(source.table(name), 1000, size: 200) }
    // Compacted, so that the drop finds no free page to write to.
    try source.copy(to: path, compacting: true)
    let environment = try Environment(path: path)
    let dropped = try environment.table("dropped")
    let other = try environment.table("other")
    try disk.fill()
    expect(.diskFull) { try environment.drop(dropped) }
    expect(.tableDropped) { _ = try environment.count(dropped) }
    let again = try environment.table("dropped")
    #expect(try environment.count(again) == 1000)
    #expect(try environment.count(other) == 1000)
    try disk.free()
    try environment.drop(again)
    expect(.tableDropped) { _ = try environment.count(again) }
    #expect(try environment.tableNames() == ["other"])
    #expect(try environment.count(other) == 1000)
    _ = try environment.verify()
  }

  @Test func `H33 the lock file on a full disk: opening is diskFull or works, and works with room`()
    throws
  {
    try Environment(path: path).close()
    try remove(path + "/lock.mdb")
    try disk.fill()
    expect(.diskFull) { _ = try Environment(path: path) }
    try disk.free()
    let environment = try Environment(path: path)
    try environment.fill(try environment.table("t"), 100)
    environment.close()
    // With its blocks in place the lock file needs no room.
    try disk.fill()
    let again = try Environment(path: path)
    #expect(try again.count(again.table("t")) == 100)
    expect(.diskFull) { try again.fill(try again.table("t"), 500, size: 1000) }
  }

  @Test func `H33 more reader slots than the lock file has: they get blocks, or diskFull`() throws {
    var options = EnvironmentOptions()
    options.maximumReaders = 10
    try Environment(path: path, options: options).close()
    try disk.fill()
    options.maximumReaders = 5000
    expect(.diskFull) { _ = try Environment(path: path, options: options) }
    try disk.free()
    let environment = try Environment(path: path, options: options)
    #expect(try environment.info().maximumReaders >= 5000)
    let allocated = try size(of: path + "/lock.mdb")
    #expect(allocated == 8192 + (5000 - 126) * 64)
  }

  @Test func `H1 creation on a full disk is diskFull, and leaves nothing that looks like a store`()
    throws
  {
    for room in stride(from: 0, through: 16, by: 4) {
      try disk.fill(leaving: room * 1024)
      expect(.diskFull) { try Environment(path: path).close() }
      let exists = FileManager.default.fileExists(atPath: path + "/data.mdb")
      #expect(!exists || room > 8)
      try disk.free()
    }
    try Environment(path: path).close()
  }

  @Test func `copy to a full disk is diskFull, and leaves no file`() throws {
    let environment = try Environment(path: directory.file("store"))
    try environment.fill(try environment.table("t"), 2000, size: 1000)
    for compacting in [false, true] {
      expect(.diskFull) { try environment.copy(to: path, compacting: compacting) }
      #expect(try names(in: path).isEmpty)
    }
  }

  @Test func `a disk that may only be read: reading works, writing is denied`() throws {
    let environment = try Environment(path: path)
    try environment.fill(try environment.table("t"), 100)
    environment.close()
    // Nothing that a closed environment holds keeps its disk busy.
    #expect(disk.forbidWriting())
    expect(.permissionDenied) { _ = try Environment(path: path) }
    var options = EnvironmentOptions()
    options.readOnly = true
    let reader = try Environment(path: path, options: options)
    #expect(try reader.count(reader.table("t")) == 100)
    #expect(try reader.verify().tables.first?.entries == 100)
  }

  @Test func `a file that may grow no further is an I/O error, and works when it may again`() throws
  {
    #expect(
      try ChildProcess.run("limit-file", directory.file("store"), "200000")
        == ["inputOutput", "filled"])
  }
}
