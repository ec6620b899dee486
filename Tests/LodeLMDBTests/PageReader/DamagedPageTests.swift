import Foundation
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeLMDB

/// Damage that the quick check does not see, in a file that the mark confirms.
@Suite("A damaged page is an error for those who need the page")
struct DamagedPageTests {
  private static let rowCount = 3000

  let directory: TemporaryDirectory
  let path: String
  let sound: Data

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("store")
    let environment = try Environment(path: path)
    let (damaged, other) = (try environment.table("damaged"), try environment.table("other"))
    try environment.write { transaction in
      for index in 0..<Self.rowCount {
        let key = Self.key(index)
        // One value in a hundred is on overflow pages.
        let value = [UInt8](
          repeating: UInt8(truncatingIfNeeded: index), count: index % 100 == 50 ? 6000 : 60)
        try transaction.put(value.span, forKey: key.span, in: damaged)
        if index < 20 { try transaction.put(value.span, forKey: key.span, in: other) }
      }
    }
    environment.close()
    sound = try Data(contentsOf: URL(fileURLWithPath: path + "/data.mdb"))
  }

  private static func key(_ index: Int) -> [UInt8] {
    Array("key \(index &* 7919 % rowCount)".utf8)
  }

  /// Writes a copy of the file with changed bytes, and a mark that confirms the copy.
  private func write(_ change: (inout Data) -> Void) throws {
    var bytes = sound
    change(&bytes)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path + "/data.mdb"))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: bytes)
    try file.close()
    let status = try #require(try FileStatus.at(path + "/data.mdb"))
    var mark = Data(
      "lode-mark 1 closed \(status.identity.inode) \(status.modified) \(status.size)".utf8)
    mark.append(Data(repeating: 0x20, count: OpenMark.length - 1 - mark.count))
    mark.append(0x0A)
    try mark.write(to: URL(fileURLWithPath: path + "/open.mark"))
  }

  /// Reads everything and writes in both tables; returns the number of wrong answers and of errors.
  private func use() -> (wrong: Int, errors: Int) {
    var (wrong, errors) = (0, 0)
    func attempt(_ body: () throws -> Bool) {
      do {
        if try !body() { wrong += 1 }
      } catch is LMDBError {
        errors += 1
      } catch {
        wrong += 1
      }
    }
    guard let environment = try? Environment(path: path) else { return (0, 1) }
    defer { environment.close() }
    for name in ["damaged", "other"] {
      let count = name == "damaged" ? Self.rowCount : 20
      for reversed in [false, true] {
        attempt {
          let table = try environment.table(name, create: false)
          return try environment.read { transaction in
            var rows = 0
            try transaction.forEach(in: table, reversed: reversed) { _ in
              rows += 1
              return true
            }
            return rows == count
          }
        }
      }
      for index in stride(from: 0, to: count, by: 211) {
        attempt {
          let table = try environment.table(name, create: false)
          let keys = (index..<min(index + 9, count)).map(Self.key)
          let ends = keys.indices.map { keys[...$0].reduce(0) { $0 + $1.count } }
          var found = 0
          let isDone = try environment.read {
            try $0.handle.get(Array(keys.joined()).span, ends: ends.span, in: table) {
              if $0 == found, $1 != nil { found += 1 }
            }
          }
          // Only damage makes single searches necessary.
          return isDone ? found == keys.count : found == 0
        }
        attempt {
          let table = try environment.table(name, create: false)
          return try environment.read { try $0.get(Self.key(index).span, in: table) != nil }
        }
        attempt {
          let table = try environment.table(name, create: false)
          return try environment.write { try $0.delete(Self.key(index).span, in: table) }
        }
      }
      attempt {
        let table = try environment.table(name, create: false)
        try environment.write { transaction in
          try transaction.withCursor(over: table) { cursor in
            while try cursor.move(.next) {}
            // LMDB merges pages again and again.
            var left = count / 2
            while left > 0, try cursor.move(.first) {
              _ = try cursor.deleteCurrent()
              left -= 1
            }
          }
          try transaction.deleteAll(in: table)
        }
        return true
      }
    }
    return (wrong, errors)
  }

  /// Without the checks, LMDB ends the process at many of these bits.
  @Test(.tags(.random)) func `single bits of headers, offsets, and nodes end no process`() throws {
    var random = SeededGenerator()
    let pages = sound.count / 4096
    for _ in 0..<rounds(240) {
      let page = Int.random(in: 2..<pages, using: &random)
      let place =
        Bool.random(using: &random)
        ? Int.random(in: 0..<64, using: &random)
        : Int.random(in: 0..<4096, using: &random)
      let bit = UInt8.random(in: 0..<8, using: &random)
      try write { $0[page * 4096 + place] ^= 1 << bit }
      let found = use()
      #expect(found.wrong == 0, "seed \(random.seed), page \(page), byte \(place), bit \(bit)")
    }
  }

  @Test func `a table with a damaged root is refused, and the other table is read and written`()
    throws
  {
    // Only the damaged table has branches.
    try write { bytes in
      for page in 2..<bytes.count / 4096 where bytes[page * 4096 + 10] == 1 {
        bytes[page * 4096 + 12] ^= 0x40
      }
    }
    let environment = try Environment(path: path)
    let (damaged, other) = (try environment.table("damaged"), try environment.table("other"))
    let refusal = #expect(throws: LMDBError.self) {
      try environment.read { try $0.get(Self.key(1).span, in: damaged) != nil }
    }
    #expect(refusal?.code == .corrupted)
    #expect(throws: LMDBError.self) {
      try environment.write { try $0.put(Self.key(1).span, forKey: Self.key(1).span, in: damaged) }
    }
    #expect(try environment.read { try $0.get(Self.key(1).span, in: other) != nil })
    try environment.write { try $0.put(Self.key(5).span, forKey: Self.key(1).span, in: other) }
    #expect(
      try environment.read { try $0.get(Self.key(1).span, in: other)?.count }
        == Self.key(5).count)
  }

  /// LMDB freed the pages of other values with a value whose header stated too many pages, and with
  /// a large number, it filled the free list for minutes.
  @Test(arguments: [3, 7, 40, 200, 0x0100_0002, UInt32.max])
  func `a value whose header states too many pages is neither replaced nor deleted`(
    count: UInt32
  ) throws {
    try write { bytes in
      for page in 2..<bytes.count / 4096 where bytes[page * 4096 + 10] == 4 {
        let start = page * 4096
        guard bytes[start..<start + 8].elementsEqual(nativeBytes(UInt64(page))) else { continue }
        bytes.replaceSubrange(start + 12..<start + 16, with: nativeBytes(count))
      }
    }
    let environment = try Environment(path: path)
    let damaged = try environment.table("damaged")
    for index in stride(from: 50, to: Self.rowCount, by: 500) {
      let key = Self.key(index)
      let deletion = #expect(throws: LMDBError.self) {
        try environment.write { try $0.delete(key.span, in: damaged) }
      }
      #expect(deletion?.code == .corrupted)
      #expect(throws: LMDBError.self) {
        try environment.write { try $0.put([1].span, forKey: key.span, in: damaged) }
      }
    }
    #expect(throws: LMDBError.self) { try environment.write { try $0.deleteAll(in: damaged) } }
    try environment.write { try $0.put([1].span, forKey: [1].span, in: damaged) }
  }

  /// Replaces the number of rows in the record of the damaged table.
  private func state(rows: UInt64) throws {
    let count = Data(nativeBytes(UInt64(Self.rowCount)))
    try write { bytes in
      var place = bytes.startIndex
      while let found = bytes.range(of: count, in: place..<bytes.endIndex) {
        bytes.replaceSubrange(found, with: nativeBytes(rows))
        place = found.upperBound
      }
    }
  }

  /// A disk that lost the write of one page returned a page with fewer rows, and the reads of the
  /// missing rows found nothing.
  @Test func `a table whose record states another number of rows is refused at its first use`()
    throws
  {
    try state(rows: UInt64(Self.rowCount) + 1)
    let environment = try Environment(path: path)
    let (damaged, other) = (try environment.table("damaged"), try environment.table("other"))
    for _ in 0..<2 {
      let refusal = #expect(throws: LMDBError.self) {
        try environment.read { try $0.get(Self.key(1).span, in: damaged) != nil }
      }
      #expect(refusal?.code == .corrupted)
      #expect(throws: LMDBError.self) { try environment.read { try $0.count(damaged) } }
      #expect(throws: LMDBError.self) {
        try environment.write { try $0.delete(Self.key(1).span, in: damaged) }
      }
    }
    #expect(try environment.read { try $0.get(Self.key(1).span, in: other) != nil })
    try environment.write { try $0.put(Self.key(5).span, forKey: Self.key(1).span, in: other) }
  }

  /// In the reversed order, no table was found, and the store read as empty.
  @Test func `a main table with another order of keys is refused when the file is opened`() throws {
    try write { bytes in
      for page in 0..<2 { bytes[page * 4096 + 92] = 2 }
    }
    let refusal = #expect(throws: LMDBError.self) { try Environment(path: path) }
    #expect(refusal?.code == .damaged)
  }

  /// LMDB read the damaged pages itself after one bit of the older meta page had changed.
  @Test func `a damaged older meta page does not end the checks of other pages`() throws {
    try write { bytes in
      let commits = [144, 4096 + 144].map { bytes[$0] }
      bytes[(commits[0] < commits[1] ? 0 : 4096) + 92] = 2
      for page in 2..<bytes.count / 4096 where bytes[page * 4096 + 10] == 1 {
        bytes[page * 4096 + 12] ^= 0x40
      }
    }
    let environment = try Environment(path: path)
    let damaged = try environment.table("damaged")
    let refusal = #expect(throws: LMDBError.self) {
      try environment.read { try $0.get(Self.key(1).span, in: damaged) != nil }
    }
    #expect(refusal?.code == .corrupted)
  }

  /// The sum of the rows of all tables ended the process.
  @Test func `a table whose record states an impossible number of rows is refused`() throws {
    try state(rows: UInt64(Self.rowCount) | 1 << 63)
    let environment = try Environment(path: path)
    let refusal = #expect(throws: LMDBError.self) { try environment.table("damaged") }
    #expect(refusal?.code == .corrupted)
    let other = try environment.table("other")
    #expect(try environment.read { try $0.get(Self.key(1).span, in: other) != nil })
  }
}
