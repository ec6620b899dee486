import LodeCoding
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Conditions that are asked of rows where they lie", .tags(.random))
struct RowConditionTests {
  @Test func `they are true for exactly the rows for which they are true by the values`() throws {
    let directory = try TemporaryDirectory()
    let store = try Store(directory.file("s"))
    var conditions = RandomConditions()
    let rows = (0..<40).map { _ in conditions.row() }
    try store.write { transaction in
      for (key, row) in rows.enumerated() {
        try transaction["rows"].put(ArchiveValue.dictionary(row), forKey: key)
      }
    }
    try store.read { transaction in
      let access = transaction.access(to: "rows")
      for _ in 0..<rounds(1_500) {
        let condition = conditions.condition()
        var ready = try RowCondition(condition)
        var place = 0
        try access.scan { row in
          let archive = try access.archive(row.bytes, row.type)
          let expected = try condition.evaluate { archive.value(at: $0) } == true
          let found = try ready.isMet(by: row.content, key: row.keyBytes, in: access)
          #expect(
            found == expected, "seed \(conditions.random.seed): \(condition) of \(archive.root)")
          place += 1
          return .next
        }
        #expect(place == rows.count)
      }
    }
  }
}
