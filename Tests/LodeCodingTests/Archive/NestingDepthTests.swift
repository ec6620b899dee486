import LodeCoding
import Testing

/// A limit that counts a level twice refuses data at half of the depth that it names.
@Suite("Nesting depth")
struct NestingDepthTests {
  /// The smallest limit that a value passes, where it is written and where it is read.
  private func depth<T: ArchivableValue & Equatable>(_ value: T) throws -> Int {
    let bytes = try Archiver(limits: limits(10_000)).archive(value)
    let written = try #require(
      (0...100).first { depth in
        (try? Archiver(limits: limits(depth)).archive(value)) != nil
      })
    let read = try #require(
      (0...100).first { depth in
        (try? Unarchiver(limits: limits(depth)).unarchive(T.self, from: bytes.span)) == value
      })
    let untyped = try #require(
      (0...100).first { depth in
        (try? Archive(bytes.span, limits: limits(depth))) != nil
      })
    #expect(written == read)
    #expect(written == untyped)
    return written
  }

  private func limits(_ depth: Int) -> ArchiveLimits {
    var limits = ArchiveLimits()
    limits.depth = depth
    return limits
  }

  private func nested(_ levels: Int, _ wrap: (ArchiveValue) -> ArchiveValue) -> ArchiveValue {
    (0..<levels).reduce(1) { value, _ in wrap(value) }
  }

  @Test(arguments: [0, 1, 2, 10])
  func `each array, set and dictionary is one level`(levels: Int) throws {
    #expect(try depth(nested(levels) { .array([$0, 2]) }) == levels)
    #expect(try depth(nested(levels) { .set([$0]) }) == levels)
    #expect(try depth(nested(levels) { ["a": $0, "b": 1] }) == levels)
    #expect(try depth(["field": nested(levels) { .array([$0]) }]) == levels + 1)
    #expect(try depth([nested(levels) { ["a": $0] }]) == levels + 1)
  }

  @Test func `typed arrays count alike`() throws {
    #expect(try depth(1) == 0)
    #expect(try depth([1]) == 1)
    #expect(try depth([[[1]]]) == 3)
    #expect(try depth(["a": [1: ["b"]]]) == 3)
  }

  @Test func `the default limit is 200 levels exactly, in JSON too`() throws {
    let deepest = nested(199) { .array([$0]) }
    let document: [String: ArchiveValue] = ["a": deepest]
    let bytes = try Archiver.archive(document)
    #expect(try Unarchiver.unarchive([String: ArchiveValue].self, from: bytes) == document)
    let json = try ArchiveValue.dictionary(["a": deepest]).json()
    #expect(try ArchiveValue(json: json) == .dictionary(["a": deepest]))
    #expect(throws: ArchiveError.self) {
      try Archiver.archive(["a": ArchiveValue.array([deepest])])
    }
  }

  @Test func `the error names the limit and the path`() throws {
    let value: ArchiveValue = ["tags": [1, ["name": [[2]]]]]
    let error = #expect(throws: ArchiveError.self) {
      try Archiver(limits: limits(4)).archive(value)
    }
    #expect(error?.path == ".tags[1].name[0]")
    #expect(
      error?.description.contains(
        "values are nested more than 4 levels deep (ArchiveLimits.depth), at tags[1].name[0]")
        == true)
    let deep = #expect(throws: ArchiveError.self) {
      try Archiver.archive(nested(300) { .array([$0]) })
    }
    #expect(deep?.description.count ?? 0 < 300)
  }

  @Test func `anys and optionals without end are refused`() throws {
    // An any of an optional any, which holds such an any, and so on. Equal types in a row would be
    // archived once.
    var value: ArchiveValue = 1
    for level in 0..<300 {
      value = .typed(level % 2 == 0 ? .optional(.any) : .optional(.optional(.any)), value)
    }
    let bytes = try Archiver.archive(value)
    #expect(throws: ArchiveError.self) {
      try Archive(bytes.span, limits: limits(100))
    }
  }
}
