import Dispatch
import Foundation
import LodeTestSupport
import Synchronization
import Testing

@testable import LodeLMDB

@Suite("The quick check accepts what LMDB writes and refuses what opening could not survive")
struct QuickCheckTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("data.mdb") }

  init() throws { directory = try TemporaryDirectory() }

  private func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: path) }

  private func expectRefused(
    _ bytes: [UInt8], _ code: FileDamage.Code, _ what: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try write(bytes)
    #expect(sourceLocation: sourceLocation) {
      try FileCheck.quick(path: path)
    } throws: { error in
      if (error as? FileDamage)?.code != code { print("\(what): \(error)") }
      return (error as? FileDamage)?.code == code
    }
    #expect(try Array(Data(contentsOf: URL(filePath: path))) == bytes)
  }

  /// The check of a file with a wrong clock's time would have ended the program.
  @Test func `a file that was changed after the year 2262 is accepted`() throws {
    _ = try RawEnvironment(path: path)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 10_000_000_000)], ofItemAtPath: path)
    #expect(try FileCheck.quick(path: path).lastPage == 1)
  }

  @Test func `a new environment, still without a commit, is accepted`() throws {
    _ = try RawEnvironment(path: path)
    let report = try FileCheck.quick(path: path)
    #expect(report.lastTransaction == 0)
    #expect(report.lastPage == 1)
    #expect(report.mainEntries == 0)
    #expect(report.mapSize == 1 << 28)
    #expect(!report.isShort)
  }

  @Test func `an environment that is open and was written to is accepted`() throws {
    let environment = try RawEnvironment(path: path)
    for round in 1...5 {
      try environment.write { txn in
        let table = try txn.table("people")
        for i in 0..<200 { try txn.put(table, Array("\(round)-\(i)".utf8), [1, 2, 3]) }
      }
      let report = try FileCheck.quick(path: path)
      #expect(report.lastTransaction == UInt64(round))
      #expect(report.mainEntries == 1)
    }
  }

  @Test func `it may look at a file beside a busy writer`() throws {
    try RawEnvironment(path: path).write { try $0.put(try $0.table("t"), [0], [0]) }
    let path = path
    let state = WriterState()
    try withThread {
      do {
        let environment = try RawEnvironment(path: path)
        var round: UInt8 = 0
        while !state.isEnough.load(ordering: .relaxed) {
          round &+= 1
          try environment.write { txn in
            let table = try txn.table("t")
            for index in 0..<20 { try txn.put(table, [round, UInt8(index)], [1, 2, 3]) }
          }
        }
      } catch {
        state.failure.withLock { $0 = error }
      }
    } whileRunning: {
      defer { state.isEnough.store(true, ordering: .relaxed) }
      while try FileCheck.quick(path: path).lastTransaction < 500 {
        if let error = state.failure.withLock({ $0 }) { throw error }
      }
    }
  }

  @Test func `a file without bytes is refused as empty`() throws { try expectRefused([], .empty) }

  @Test func `a missing file and a directory are refused for the system's reason`() throws {
    for (path, code) in [
      (path, FileDamage.Code.unreadable), (directory.path, .notAnEnvironment),
    ] {
      #expect {
        try FileCheck.quick(path: path)
      } throws: { error in
        (error as? FileDamage)?.code == code
      }
    }
  }

  @Test func `a file of something else is refused as no environment`() throws {
    try expectRefused(
      Array("SQLite format 3\0".utf8) + Array(repeating: 0, count: 8176), .notAnEnvironment)
    try expectRefused(Array("hello".utf8), .notAnEnvironment)
    try expectRefused(Array(repeating: 0, count: 65536), .notAnEnvironment)
    try expectRefused(Array(repeating: 255, count: 65536), .notAnEnvironment)
  }

  @Test func `a file that ends in its meta pages is refused as truncated`() throws {
    let sound = emptyEnvironment(pageSize: 4096)
    for count in [20, 100, 151, 152, 4096, 4097, 4247] {
      try expectRefused(Array(sound.prefix(count)), .truncated, "\(count) bytes")
    }
    try write(Array(sound.prefix(4248)))
    #expect(throws: Never.self) { try FileCheck.quick(path: path) }
  }

  @Test
  func `another version, byte order, page size or a fixed map is refused by its name`() throws {
    var file = Bytes(emptyEnvironment(pageSize: 4096))
    file.set(UInt32(3), at: 20)
    try expectRefused(file.all, .unsupportedVersion)
    file = Bytes(emptyEnvironment(pageSize: 4096))
    file.set(UInt32(0xBEEF_C0DE).byteSwapped, at: 16)
    try expectRefused(file.all, .unsupported)
    try expectRefused(emptyEnvironment(pageSize: 65536), .unsupported)
    file = Bytes(emptyEnvironment(pageSize: 4096))
    file.set(UInt16(9), at: 44)
    try expectRefused(file.all, .unsupported)
  }

  @Test func `a field of the newest meta page that cannot be is refused`() throws {
    let sound = try sampleFile()
    let meta = FileMap(sound).meta
    let fields: [(offset: Int, value: UInt64)] = [
      (0, 7), (32, 0), (32, 512), (32, 1 << 47), (48, 1 << 40), (56, .max), (64, 1 << 63), (80, 1),
      (80, 1 << 40), (80, .max), (88 + 16, 0), (88 + 32, 0), (88 + 40, 0), (88 + 40, .max - 1),
      // More entries than the pages can hold: opening makes room for that many tables.
      (88 + 32, 1 << 20), (88 + 32, 1 << 48), (88 + 32, .max),
      (136, 0), (136, 1), (136, .max), (136, 1 << 55), (144, 1 << 20), (144, .max), (144, 0),
    ]
    for field in fields {
      var file = sound
      file.set(field.value, at: meta + field.offset)
      try expectRefused(file.all, .metaDamaged, "\(field)")
    }
    for flag in [UInt16(0), 2, 9, 10, 0xFFFF] {
      var file = sound
      file.set(flag, at: meta + 10)
      try expectRefused(file.all, .metaDamaged, "page flags \(flag)")
    }
    for size in [UInt32(0), 1, 3, 128, 513, 1024, 131_072] {
      var file = sound
      file.set(size, at: meta + 40)
      try expectRefused(file.all, .metaDamaged, "page size \(size)")
    }
  }

  @Test func `the mark missing in one meta page is damage, not a foreign file`() throws {
    for offset in [16, 512 + 16] {
      var file = try sampleFile()
      file.set(UInt32(0), at: offset)
      try expectRefused(file.all, .metaDamaged)
    }
  }

  @Test func `a root page that is not what its record says is refused`() throws {
    let sound = try sampleFile()
    let meta = FileMap(sound).meta
    for record in [meta + 40, meta + 88] {
      let root = Int(sound.integer(at: record + 40, as: UInt64.self)) * 512
      for (offset, value) in [(0, UInt16(9)), (10, 4), (12, 0), (12, 16), (14, 0), (14, 600)] {
        var file = sound
        file.set(value, at: root + offset)
        try expectRefused(file.all, .pageDamaged)
      }
    }
  }

  @Test func `padding lengthens a short file to its last page, once, and no other file`() throws {
    var file = try sampleFile()
    let meta = FileMap(file).meta
    let lastPage = file.integer(at: meta + 136, as: UInt64.self)
    file.set(lastPage + 9, at: meta + 136)
    try write(file.all)
    let before = try FileCheck.quick(path: path)
    #expect(before.isShort)
    #expect(before.neededSize == (lastPage + 10) * 512)
    #expect(try FileCheck.pad(path: path) == before.neededSize - before.fileSize)
    let after = try FileCheck.quick(path: path)
    #expect(after.fileSize == after.neededSize)
    #expect(try FileCheck.pad(path: path) == 0)
    #expect(try Array(Data(contentsOf: URL(filePath: path)).prefix(file.all.count)) == file.all)

    file.set(UInt64(1), at: meta + 80)
    try write(file.all)
    #expect(throws: FileDamage.self) { try FileCheck.pad(path: path) }
    #expect(try Array(Data(contentsOf: URL(filePath: path))) == file.all)
  }

  @Test func `a description names the kind, the table and the place`() {
    let damage = FileDamage(.pageDamaged, "two nodes lie at offset 20", page: 7, offset: 28672)
    #expect(damage.description == "pageDamaged: two nodes lie at offset 20, page 7, byte 28672")
    #expect(damage.inTable("people").description.contains("in table \"people\""))
    #expect(damage.inTable("people").inTable("other").table == "people")
  }
}

/// What the test and its writing thread tell each other.
private final class WriterState: Sendable {
  let isEnough = Atomic(false)
  let failure = Mutex<(any Error)?>(nil)
}

/// Runs `body` while a thread of its own, which no waiting test can hold up, runs `other`.
private func withThread(
  _ other: @escaping @Sendable () -> Void, whileRunning body: () throws -> Void
) throws {
  let ended = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    other()
    ended.signal()
  }
  defer { ended.wait() }
  try body()
}
