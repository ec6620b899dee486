import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Synchronization
import Testing

@Suite("What a step can do to a record")
struct MigrationRecordTests {
  /// The object that steps leave of one with some fields, in a store of a type that keeps
  /// everything.
  private func result(
    _ fields: [(String, ArchiveValue)],
    _ body: @escaping @Sendable (inout MigrationRecord) throws -> Void
  ) throws -> [String: ArchiveValue] {
    let directory = try TemporaryDirectory()
    let path = directory.file("s")
    let object = ArchivedObject("Thing", fields: fields.map { .init($0.0, $0.1) })
    let store = try Store(path)
    try store.write { transaction in
      try transaction["things"].putArchive(try Archive(.object(object)).forStore(), forKey: 1)
    }
    store.close()
    let plan = MigrationPlan { Step("Thing", from: 1, to: 2, body) }
    let new = try Store(path, models: [], migrations: plan)
    let root = try new.read { try $0["things"].archive(1) }?.root.object
    #expect(root?.version == 2)
    return Dictionary(uniqueKeysWithValues: (root?.fields ?? []).map { ($0.name, $0.value) })
  }

  @Test
  func
    `S47: renaming an absent field does nothing, even with a value; an existing one is overwritten`()
    throws
  {
    let answers = Mutex<[Bool]>([])
    let fields = try result([("a", 1), ("b", 2), ("c", 3), ("d", 4)]) { record in
      let told = [
        record.rename("none", to: "new"), record.replace("none", with: "new", value: 7),
        record.rename("a", to: "b"), record.replace("c", with: "e", value: nil),
        record.replace("d", with: "f", value: "text"), record.rename("f", to: "f"),
      ]
      answers.withLock { $0 = told }
    }
    #expect(answers.withLock { $0 } == [false, false, true, true, true, true])
    #expect(fields == ["b": 1, "f": "text"])
  }

  @Test
  func `fields are set, removed and transformed; absent ones are not, and nulls stay`() throws {
    let fields = try result([("year", 1815), ("none", .null), ("text", "12"), ("gone", 1)]) {
      record in
      let told = [
        try record.transform("year", to: "age") { (year: Int) in 1852 - year },
        try record.transform("none", to: "still") { (value: Int) in value + 1 },
        try record.transform("text") { $0.string.flatMap(Int.init).map { .int(Int64($0)) } },
        try record.transform("absent", to: "x") { (value: Int) in value },
        record.remove("gone"), record.remove("gone"), try record.set("set", to: [1, 2]),
        record.setIfAbsent("still", "now"), record.setIfAbsent("age", 0),
      ]
      #expect(told == [true, true, true, false, true, false, false, true, false])
      record["direct"] = true
      #expect(record.fieldNames == ["age", "still", "text", "set", "direct"])
    }
    #expect(
      fields == [
        "age": 37, "still": "now", "text": 12, "set": [1, 2],
        "direct": true,
      ])
  }

  @Test func `a value that is none of the type that is asked for fails, and is not lost`() throws {
    let error = expectCause(MigrationError.self) {
      _ = try result([("year", "x")]) { try $0.transform("year") { (year: Int) in year } }
    }
    #expect((error?.cause as? ArchiveError)?.code == .typeMismatch)
  }

  @Test func `fields of extensions and nested objects are changed where they stand`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("s")
    let inner = ArchivedObject("Inner", fields: [.init("x", 1)])
    let object = ArchivedObject(
      "Thing", fields: [.init("inner", .object(inner))],
      extensions: [.init("label", fields: [.init("e", 1), .init("f", 2)])])
    let store = try Store(path)
    try store.write { transaction in
      try transaction["things"].putArchive(try Archive(.object(object)).forStore(), forKey: 1)
    }
    store.close()
    let plan = MigrationPlan {
      Step("Thing", from: 1, to: 2) { record in
        let isThere = record.change("inner") { $0.rename("x", to: "y") }
        let isAbsent = !record.change("absent") { _ in }
        #expect(isThere && isAbsent)
        #expect(record["e", extension: "label"] == 1)
        record["e", extension: "label"] = nil
        record["f", extension: "label"] = "two"
        record["g", extension: "another"] = 3
      }
    }
    let root = try Store(path, models: [], migrations: plan).read { try $0["things"].archive(1) }?
      .root.object
    #expect(root?["inner"]?["y"] == 1 && root?["inner"]?["x"] == nil)
    #expect(root?.extensions?.map(\.label) == ["another", "label"])
    #expect(root?.extensions?.last?.fields.map(\.name) == ["f"])
  }
}
