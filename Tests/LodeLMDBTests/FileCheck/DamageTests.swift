import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeLMDB

/// Each test damages a sound file of about 150 pages in one place at a time.
@Suite("The full check refuses damage that LMDB would not survive")
struct DamageTests {
  // Made once: each test has an instance of its own, and copies what it damages.
  private static let sample = Result { try sampleFile() }
  let sound: Bytes
  let map: FileMap
  var treePages: [Int] { map.branches + map.leaves }

  init() throws {
    sound = try Self.sample.get()
    map = FileMap(sound)
  }

  /// Expects that the file is refused with one of `codes` after `damage`.
  private func expectRefused(
    _ what: @autoclosure () -> String, _ codes: Set<FileDamage.Code>? = nil,
    sourceLocation: SourceLocation = #_sourceLocation, _ damage: (inout Bytes) -> Void
  ) {
    var file = sound
    damage(&file)
    do throws(FileDamage) {
      _ = try file.check()
      Issue.record("accepted: \(what())", sourceLocation: sourceLocation)
    } catch {
      if let codes, !codes.contains(error.code) {
        Issue.record("\(what()) gave \(error)", sourceLocation: sourceLocation)
      }
    }
  }

  @Test func `the sample has what these tests aim at`() throws {
    #expect(try sound.check().leakedPages == 0)
    #expect(map.branches.count > 3)
    #expect(map.leaves.count > 60)
    #expect(map.overflows.count > 2)
    #expect(map.records.count == 4)
    #expect(map.freeLists.count > 1)
  }

  @Test func `every bit of a page's flags counts`() {
    for page in treePages + map.overflows {
      for bit in stride(from: page / 512 % 2, to: 16, by: 2) {
        expectRefused("page \(page / 512) flag \(bit)", [.pageDamaged]) {
          $0.flip(bit: bit, at: page + 10)
        }
      }
    }
  }

  @Test func `every bit of a page's number counts`() {
    for page in treePages + map.overflows {
      for bit in stride(from: page / 512 % 8, to: 64, by: 8) {
        expectRefused("page \(page / 512) bit \(bit)", [.pageDamaged]) {
          $0.flip(bit: bit, at: page)
        }
      }
    }
  }

  @Test func `every bit of the bounds of a page's free room counts`() {
    for page in treePages {
      for bit in stride(from: page / 512 % 3, to: 32, by: 3) {
        expectRefused("page \(page / 512) bit \(bit)", [.pageDamaged]) {
          $0.flip(bit: bit, at: page + 12)
        }
      }
    }
  }

  @Test func `every bit of a node's offset counts`() {
    for page in treePages {
      let index = page / 512 % FileMap.nodes(sound, page).count
      for bit in stride(from: page / 512 % 3, to: 16, by: 3) {
        expectRefused("page \(page / 512) node \(index) bit \(bit)", [.pageDamaged]) {
          $0.flip(bit: bit, at: page + 16 + 2 * index)
        }
      }
    }
  }

  @Test func `every flag of an entry counts`() {
    for entry in share(of: map.entries) {
      // A table's record without its flag is a plain value of 48 bytes: LMDB then says that there
      // is no such table, and the table's pages are reported as leaked.
      let isRecord = sound.integer(at: entry + 4, as: UInt16.self) == Node.treeRecord
      for bit in stride(from: entry / 2 % 4, to: 16, by: 4) where !(isRecord && bit == 1) {
        expectRefused("entry \(entry) flag \(bit)") { $0.flip(bit: bit, at: entry + 4) }
      }
    }
  }

  @Test func `a size that does not fit the room the node has is refused`() {
    for entry in share(of: map.entries) {
      // The lowest bit of a size can hide in the padding byte of its node; a wrong value is then
      // the only harm, and that is what checksums of values are for.
      for bit in stride(from: 1 + entry / 2 % 5, to: 16, by: 5) {
        expectRefused("entry \(entry) key size bit \(bit)", [.pageDamaged]) {
          $0.flip(bit: bit, at: entry + 6)
        }
        if sound.integer(at: entry + 4, as: UInt16.self) == Node.overflow { continue }
        expectRefused("entry \(entry) value size bit \(bit)", [.pageDamaged]) {
          $0.flip(bit: bit, at: entry)
        }
      }
    }
  }

  @Test func `keys in the wrong order are refused`() {
    for page in map.leaves where FileMap.nodes(sound, page).count > 1 {
      expectRefused("page \(page / 512)", [.pageDamaged]) {
        let first: UInt16 = $0.integer(at: page + 16)
        $0.set($0.integer(at: page + 18, as: UInt16.self), at: page + 16)
        $0.set(first, at: page + 18)
      }
    }
  }

  @Test func `two children of a branch in each other's place are refused`() {
    for page in map.branches {
      let nodes = FileMap.nodes(sound, page)
      for (left, right) in zip(nodes, nodes.dropFirst()) {
        expectRefused("branch \(page / 512)", [.treeDamaged]) {
          let child: UInt32 = $0.integer(at: left)
          $0.set($0.integer(at: right, as: UInt32.self), at: left)
          $0.set(child, at: right)
        }
      }
    }
  }

  @Test func `a link to any other page is refused`() {
    for page in map.branches {
      for (index, node) in FileMap.nodes(sound, page).enumerated() {
        for target in [0, 1, 2, UInt32(page / 512), UInt32(map.leaves[index % 7] / 512), 100_000] {
          if target == sound.integer(at: node, as: UInt32.self) { continue }
          expectRefused("branch \(page / 512) to \(target)") { $0.set(target, at: node) }
        }
      }
    }
  }

  @Test func `a page copied over another one, with its number put right, is refused`() {
    for (page, other) in zip(treePages, treePages.dropFirst()) {
      expectRefused("page \(other / 512) over \(page / 512)") {
        $0.all.replaceSubrange(page..<page + 512, with: sound.all[other..<other + 512])
        $0.set(UInt64(page / 512), at: page)
      }
    }
  }

  @Test func `the number of pages of an overflow run counts in every bit`() {
    for run in map.overflows {
      for bit in 0..<32 {
        expectRefused("run \(run / 512) bit \(bit)") { $0.flip(bit: bit, at: run + 12) }
      }
    }
  }

  @Test func `every field of a table's record counts`() {
    for record in map.records + [map.meta + 40, map.meta + 88] {
      for bit in stride(from: 48 + record % 2, to: 384, by: 2) {
        expectRefused("record \(record) bit \(bit)") { $0.flip(bit: bit, at: record) }
      }
    }
  }

  @Test func `a table whose key order is not the one its record names is refused`() {
    for record in map.records where sound.integer(at: record + 32, as: UInt64.self) > 10 {
      // LMDB looks at the flag for reversed keys first, so with it the other one means nothing.
      let flags = TreeFlags(rawValue: sound.integer(at: record + 4))
      let others: [TreeFlags] = flags == [] ? [.reverseKey, .integerKey] : [[]]
      for other in others {
        expectRefused("record \(record) with the flags \(other)", [.pageDamaged, .treeDamaged]) {
          $0.set(other.rawValue, at: record + 4)
        }
      }
    }
  }

  @Test func `a free page that is in use, listed twice, out of order or out of range is refused`() {
    for list in map.freeLists {
      let count = Int(sound.integer(at: list, as: UInt64.self))
      for index in share(of: 1..<max(2, count + 1)) where count > 0 {
        for bit in stride(from: index % 8, to: 64, by: 8) {
          expectRefused("free list \(list) entry \(index) bit \(bit)", [.freeListDamaged]) {
            $0.flip(bit: bit, at: list + 8 * index)
          }
        }
      }
      expectRefused("free list \(list) count", [.freeListDamaged]) {
        $0.set(UInt64.max / 8, at: list)
      }
    }
  }

  @Test func `a file cut off anywhere is refused, and nothing traps`() throws {
    let lastUsed = treePages.max() ?? 0
    for end in stride(from: 0, through: lastUsed + 511, by: 97) {
      expectRefused("cut at \(end)", [.empty, .truncated, .notAnEnvironment]) {
        $0.all.removeLast($0.all.count - end)
      }
    }
  }

  @Test(.tags(.random))
  func `whatever bytes are changed, the check ends, and an accepted file has all its entries`()
    throws
  {
    var random = SeededGenerator()
    print("DamageTests.randomDamage: LODE_SEED=\(random.seed)")
    let entries = try sound.check().tables.map(\.entries)
    var refused = 0
    for _ in 0..<1000 {
      var file = sound
      let page = Int.random(in: 2..<file.all.count / 512, using: &random) * 512
      switch Int.random(in: 0..<5, using: &random) {
      case 0: file.flip(bit: Int.random(in: 0..<128, using: &random), at: page)
      case 1: file.flip(bit: Int.random(in: 0..<4096, using: &random), at: page)
      case 2: file.all.replaceSubrange(page + 8..<page + 512, with: randomBytes(504...504, &random))
      case 3: file.all.replaceSubrange(page..<page + 512, with: Array(repeating: 0, count: 512))
      default:
        let offset = page + 16 + Int.random(in: 0..<488, using: &random)
        file.set(UInt64.random(in: 0...UInt64.max, using: &random), at: offset)
      }
      do throws(FileDamage) {
        #expect(try file.check().tables.map(\.entries) == entries)
      } catch {
        refused += 1
      }
    }
    #expect(refused > 100)
  }

  /// A check of the shares alone would accept a page that two threads have found.
  @Test(.tags(.random)) func `several threads accept and refuse what one thread does`() throws {
    var random = SeededGenerator()
    print("DamageTests.threads: LODE_SEED=\(random.seed)")
    func onThreads(_ file: Bytes) throws(FileDamage) -> FileCheck.FullReport {
      try FullCheck.run(BytesSource(bytes: file.all), largeTree: 2)
    }
    #expect(try onThreads(sound) == sound.check())
    var damaged: [Bytes] = []
    for page in map.branches {
      for node in FileMap.nodes(sound, page) {
        var file = sound
        let leaf = map.leaves.randomElement(using: &random) ?? 0
        file.set(UInt32(leaf / 512), at: node)
        damaged.append(file)
      }
    }
    for _ in 0..<rounds(400) {
      var file = sound
      let offset = Int.random(in: 1024..<file.all.count, using: &random)
      file.flip(bit: Int.random(in: 0..<8, using: &random), at: offset)
      damaged.append(file)
    }
    for file in damaged {
      let alone = Result { () throws(FileDamage) in try file.check() }
      let together = Result { () throws(FileDamage) in try onThreads(file) }
      #expect((try? alone.get()) == (try? together.get()))
    }
  }

  /// A file would be refused because of an index, or opened although rows are damaged.
  @Test(.tags(.random))
  func `a check that goes on after a damaged table names the tables that differ`() throws {
    var random = SeededGenerator()
    print("DamageTests.tables: LODE_SEED=\(random.seed)")
    let tables = try sound.check().tables
    #expect(try FullCheck.runApart(BytesSource(bytes: sound.all)).isEmpty)
    var tolerated = 0
    for _ in 0..<rounds(400) {
      var file = sound
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let offset = Int.random(in: 1024..<file.all.count, using: &random)
        file.flip(bit: Int.random(in: 0..<8, using: &random), at: offset)
      }
      let whole = Result { () throws(FileDamage) in try file.check() }
      let apart = Result { () throws(FileDamage) in
        try FullCheck.runApart(BytesSource(bytes: file.all))
      }
      switch (whole, apart) {
      case (.success, .success(let damage)): #expect(damage.isEmpty)
      case (.success, .failure(let damage)): Issue.record("\(damage)")
      case (.failure, .success(let damage)):
        #expect(!damage.isEmpty)
        let names = damage.map(\.table)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { name in tables.contains { $0.name == name } })
        tolerated += 1
      case (.failure, .failure): break
      }
    }
    #expect(tolerated > 0)
  }

  /// One of the two tables holds the pages, and nothing says which.
  @Test func `pages that two sound tables name are not the damage of one table`() throws {
    var file = sound
    let (first, second) = (map.records[0], map.records[1])
    file.all.replaceSubrange(second..<second + 48, with: file.all[first..<first + 48])
    let error = #expect(throws: FileDamage.self) {
      try FullCheck.runApart(BytesSource(bytes: file.all))
    }
    #expect(error?.message == "the page is used twice")
  }

  @Test(.tags(.random)) func `whatever bytes are changed in the meta pages, the check ends`() {
    var random = SeededGenerator()
    print("DamageTests.randomMetaDamage: LODE_SEED=\(random.seed)")
    let extremes: [UInt64] = [
      0, 1, 2, 255, 1 << 31, 1 << 38, 1 << 46, 1 << 52, 1 << 63, .max - 1, .max,
    ]
    for _ in 0..<1000 {
      var file = sound
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let offset =
          Int.random(in: 0...1, using: &random) * 512 + Int.random(in: 0...144, using: &random)
        file.set(extremes.randomElement(using: &random) ?? 0, at: offset)
      }
      _ = try? file.check()  // Either outcome will do; that there is one is what is tested.
    }
  }
}
