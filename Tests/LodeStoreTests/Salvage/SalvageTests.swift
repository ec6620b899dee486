import Foundation
import LodeCoding
import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeStore

@Suite("A salvage recovers every readable row of a damaged file, and counts the others")
struct SalvageTests {
  let sample: SalvageSample

  init() throws { sample = try SalvageSample() }

  private func collection(
    _ name: String, in report: SalvageReport
  ) throws -> SalvageReport.Collection {
    try #require(report.collections.first { $0.name == name }, "\(report)")
  }

  /// Overwrites pages with zeros.
  private func zero(_ pages: [Int]) -> (inout Data) -> Void {
    { bytes in
      for page in pages {
        bytes.replaceSubrange(sample.page(page), with: Data(count: sample.pageSize))
      }
    }
  }

  @Test func `an undamaged store is recovered whole, with its settings and indexes`() throws {
    let (report, rows, store) = try sample.salvage { _ in }
    #expect(report.isComplete, "\(report)")
    #expect(rows == sample.rows)
    #expect(report.rows == sample.rows.values.reduce(0) { $0 + $1.count })
    #expect(try store.indexes(of: "pictures").map(\.state) == [.ready])
    let hasChecks = try store.read { transaction in
      transaction.catalog.catalog.collections.values.flatMap { $0.indexes.map(\.hasChecks) }
    }
    #expect(hasChecks == [true])
    for number in 0..<20 {
      let picture = try store["pictures"].get(number, as: Picture.self)
      #expect(picture == SalvageSample.picture(number))
    }
    #expect(try store.verify().isSound)
    // The new store accepts writes, also of models and blobs.
    try store["pictures"].put(SalvageSample.picture(3), forKey: 99)
    try store["new"].put("x", forKey: 1)
    _ = try store["pictures"].delete(0)
    #expect(try store.verify().isSound)
  }

  /// A file with two damaged meta pages did not open, and no tool could read its rows.
  @Test func `a file whose meta pages are both zeroed gives all rows`() throws {
    let (report, rows, _) = try sample.salvage(zero([0, 1]))
    #expect(rows == sample.rows)
    #expect(report.problems.count == 1 + 2 && !report.isComplete, "\(report.problems)")
    #expect(!report.collections.contains { !$0.isComplete }, "\(report)")
  }

  /// The salvage read the pages up to the end of the commit before, and lost every newer row.
  @Test func `whichever meta page is zeroed, the rows of the last commit are recovered`() throws {
    let sample = try SalvageSample { store in
      try store["a"].put("old", forKey: 0)
      try store.write { transaction in
        for number in 1..<300 { try transaction["a"].put("value of \(number)", forKey: number) }
      }
    }
    // The last commit has pages behind the last page that the other meta page states.
    let lastPages = [0, 1].map { sample.file[$0 * sample.pageSize + 136] }
    #expect(lastPages[0] != lastPages[1])
    for page in 0...1 {
      let (report, rows, store) = try sample.salvage { bytes in
        bytes.replaceSubrange(sample.page(page), with: Data(count: sample.pageSize))
      }
      #expect(rows == sample.rows, "meta page \(page)")
      #expect(!report.isComplete, "meta page \(page)")
      store.close()
    }
  }

  /// The salvage ended the program at a number that no store has.
  @Test func `numbers that no store has are ignored, and all rows are recovered`() throws {
    let environment = try Environment(path: sample.path)
    let catalog = try environment.table(CatalogRecord.tableName)
    _ = try environment.table(CollectionRecord.tableName(.max))
    let number = CatalogRecord.encode(number: .max)
    let planted = [
      (CatalogRecord.nextTableKey, number), (CatalogRecord.sharedTableKey, number),
      (
        CatalogRecord.schemaKey(.max),
        ArchiveSchema("far", kind: .structure, fields: []).definition
      ),
    ]
    try environment.write { transaction in
      for (key, value) in planted {
        let sealed = CatalogRecord.seal(value, key: key)
        _ = try transaction.put(sealed.span, forKey: key.span, in: catalog)
      }
    }
    environment.close()
    let new = sample.directory.file("new")
    let report = try Store.salvage(sample.path, into: new)
    #expect(!report.isComplete && report.collections.allSatisfy(\.isComplete), "\(report)")
    let store = try Store(new)
    defer { store.close() }
    #expect(try SalvageSample.rows(of: store) == sample.rows)
  }

  @Test func `a damaged branch loses no row`() throws {
    let branches = sample.pages(ofKind: 1)
    #expect(!branches.isEmpty)
    for branch in branches {
      let (report, rows, _) = try sample.salvage(zero([branch]))
      #expect(rows == sample.rows, "page \(branch)")
      #expect(report.isComplete, "\(report)")
    }
  }

  @Test func `a damaged leaf loses its rows, and the report has their number`() throws {
    let leaves = try sample.leaves(of: "numbers")
    #expect(leaves.count > 3)
    let lost = sample.entries(ofLeaf: leaves[1]) + sample.entries(ofLeaf: leaves[3])
    let (report, rows, store) = try sample.salvage(zero([leaves[1], leaves[3]]))
    let found = try collection("numbers", in: report)
    #expect(found.lost == lost && found.rows == 299 - lost && found.older == 0, "\(found)")
    #expect(!report.isComplete && !found.isComplete)
    #expect(report.collections.filter { !$0.isComplete }.count == 1)
    #expect(sample.wrongRows(rows).isEmpty)
    #expect(try store.verify().isSound)
  }

  @Test func `a damaged row is named, and the rows beside it are recovered`() throws {
    let (report, rows, _) = try sample.salvage { bytes in
      var search = bytes.startIndex..<bytes.endIndex
      while let range = bytes.range(of: Data("value 123 ".utf8), in: search) {
        bytes[range.lowerBound] ^= 1
        search = range.upperBound..<bytes.endIndex
      }
    }
    let found = try collection("numbers", in: report)
    #expect(found.damaged == 1 && found.damagedKeys == [key(123)] && found.lost == 1, "\(found)")
    var expected = sample.rows
    expected["numbers"]?[key(123)] = nil
    #expect(rows == expected)
  }

  @Test func `a damaged value on overflow pages is lost, and its collection remains`() throws {
    let (report, rows, _) = try sample.salvage { bytes in
      for page in sample.pages(ofKind: 4) {
        bytes[sample.page(page).lowerBound + 100] ^= 0xFF
      }
    }
    let found = try collection("large", in: report)
    #expect(found.rows == 0 && found.lost == 1 && found.damaged == 1, "\(found)")
    #expect(rows["numbers"] == sample.rows["numbers"])
  }

  @Test func `a file without its second half gives the rows of the first half`() throws {
    let (report, rows, store) = try sample.salvage { $0.removeLast($0.count / 2) }
    #expect(sample.wrongRows(rows).isEmpty)
    #expect(!report.isComplete && report.rows > 0, "\(report)")
    try store["new"].insert("x", forKey: 1)
    #expect(try store["new"].get(1) == "x")
  }

  @Test func `without the catalog, rows of lost collections are in collections with numbers`()
    throws
  {
    let source = try SalvageSource(path: sample.path)
    let leaves = (2..<sample.file.count / sample.pageSize).filter { page in
      var hasCatalog = false
      source.file.entries(ofLeaf: UInt64(page)) { entry in
        if SealedRows.isCatalogRow(entry) { hasCatalog = true }
      }
      return hasCatalog
    }
    let (report, rows, _) = try sample.salvage(zero(leaves))
    #expect(sample.wrongRows(rows).isEmpty)
    let texts = rows.filter { $0.key.hasPrefix("salvaged.") }.values.map(\.count)
    #expect(texts.contains(299), "\(report)")
    #expect(!report.isComplete)
  }

  @Test func `rows of the commit before replace lost rows, and count as perhaps outdated`() throws {
    let sample = try SalvageSample { store in
      try store.write { transaction in
        for number in 0..<300 { try transaction["a"].put("old value of \(number)", forKey: number) }
      }
      try store["a"].put("new", forKey: 10)
    }
    let leaf = try #require(try sample.leaves(of: "a").first)
    let (report, rows, _) = try sample.salvage { bytes in
      bytes.replaceSubrange(sample.page(leaf), with: Data(count: sample.pageSize))
    }
    let found = try collection("a", in: report)
    #expect(found.rows == 300 && found.lost == 0, "\(found)")
    #expect(found.older == sample.entries(ofLeaf: leaf) && !found.isComplete, "\(found)")
    #expect(rows["a"]?[key(10)]?.bytes == Array("old value of 10".utf8))
  }

  @Test func `rows of collections that share a table are recovered, each in its collection`()
    throws
  {
    let sample = try SalvageSample { store in
      try store.write { transaction in
        for number in 0..<SharedTable.leastOwnTables { try transaction.declare("own \(number)") }
        for number in 0..<100 {
          try transaction["shared \(number)"].put("value \(number)", forKey: number)
        }
      }
    }
    for damaged in [[], [0, 1]] {
      let (report, rows, store) = try sample.salvage { bytes in
        for page in damaged {
          bytes.replaceSubrange(sample.page(page), with: Data(count: sample.pageSize))
        }
      }
      #expect(rows == sample.rows)
      #expect(report.isComplete == damaged.isEmpty, "\(report.problems)")
      #expect(try store.verify().isSound)
      store.close()
    }
  }

  /// A salvage took rows of the first collection for rows of the catalog, and lost the collection.
  @Test func `rows of the first collection never become rows of the catalog`()
    throws
  {
    let source = try SalvageSource(path: sample.path)
    var rows = 0
    for leaf in try sample.leaves(of: "numbers") {
      source.file.entries(ofLeaf: UInt64(leaf)) { entry in
        rows += SealedRows.opened(entry) == nil ? 0 : 1
        #expect(!SealedRows.isCatalogRow(entry))
      }
    }
    #expect(rows == 299)
  }

  @Test func `whatever page is zeroed, no row is wrong, and every loss is counted`() throws {
    for page in share(of: 0..<sample.file.count / sample.pageSize) {
      let (report, rows, store) = try sample.salvage(zero([page]))
      defer { store.close() }
      #expect(sample.wrongRows(rows).isEmpty, "page \(page)")
      for (name, expected) in sample.rows {
        guard let found = report.collections.first(where: { $0.name == name }) else {
          #expect(!report.isComplete, "page \(page)")
          continue
        }
        let isSame = rows[name] ?? [:] == expected
        if found.isComplete { #expect(isSame, "page \(page), \(found)") }
        if let lost = found.lost, found.older == 0 {
          #expect(lost == expected.count - found.rows, "page \(page), \(found)")
        }
      }
      if report.isComplete { #expect(rows == sample.rows, "page \(page)") }
    }
  }

  @Test(.tags(.random)) func `random damage never gives a wrong row, and never a trap`() throws {
    var generator = SeededGenerator()
    for round in 0..<rounds(60) {
      let count = [1, 3, 30, 300][round % 4]
      do {
        let (report, rows, store) = try sample.salvage { bytes in
          for _ in 0..<count {
            let at = Int.random(in: 0..<bytes.count, using: &generator)
            bytes[at] = UInt8.random(in: 0...255, using: &generator)
          }
          if round % 5 == 0 {
            bytes.removeLast(Int.random(in: 0..<bytes.count / 2, using: &generator))
          }
        }
        defer { store.close() }
        #expect(sample.wrongRows(rows).isEmpty, "seed \(generator.seed), round \(round)")
        if report.isComplete {
          #expect(rows == sample.rows, "seed \(generator.seed), round \(round)")
        }
      } catch let error as StoreError {
        // No page of a store is left.
        #expect(error.code == .notAStore, "seed \(generator.seed), round \(round): \(error)")
      }
    }
  }

  @Test func `a path that exists, is missing, or has no store is an error that leaves nothing`()
    throws
  {
    let new = sample.directory.file("new")
    expect(.pathInUse) { _ = try Store.salvage(sample.path, into: sample.path) }
    expect(.notFound) { _ = try Store.salvage(sample.directory.file("none"), into: new) }
    let foreign = sample.directory.file("foreign")
    try write(Data(repeating: 0x41, count: 50_000), to: foreign)
    expect(.notAStore) { _ = try Store.salvage(foreign, into: new) }
    try write(Data(), to: foreign)
    expect(.notAStore) { _ = try Store.salvage(foreign, into: new) }
    #expect(try !names(in: sample.directory.path).contains("new"))
    // A symbolic link to nothing is a path that exists.
    let link = sample.directory.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: new)
    expect(.pathInUse) { _ = try Store.salvage(sample.path, into: link) }
    #expect(try names(in: sample.directory.path).contains("link"))
  }
}
