import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeStore

@Suite(
  "The segments of a search index stay few, and what they have is complete while they are merged")
struct SegmentTests {
  private let directory: TemporaryDirectory
  private let store: Store

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    try store.createIndex(IndexDefinition(search: ["title", "body"], name: "text"), on: "articles")
  }

  private static func row(_ key: Int) -> [String: ArchiveValue] {
    article("t\(key % 7) common", (0..<20).map { "w\(key * 31 % 500 + $0)" }.joined(separator: " "))
  }

  private func expect(_ rows: [Int: [String: ArchiveValue]]) throws {
    #expect(try store.plainIndex() == plainIndex(rows, fields: ["title", "body"]))
    #expect(try store.verify().problems == [])
  }

  @Test(.tags(.slow))
  func `a thousand writes of a row each leave some dozens, and their debt is paid`() throws {
    var rows: [Int: [String: ArchiveValue]] = [:]
    var most = 0
    for number in 0..<1000 {
      let key = number * 13 % 600
      rows[key] = Self.row(number)
      try store.put([key: Self.row(number)], in: "articles")
      if number % 10 == 0 { most = max(most, try store.tokenState().segments.count) }
    }
    #expect(most < 40)
    #expect(try store.tokenState().debt < 64 << 10)
    try expect(rows)
    try store.compactSearch()
    let state = try store.tokenState()
    #expect(state.segments.count == 1 && state.merges.isEmpty && state.retired.isEmpty)
    #expect(state.dead == 0 && state.compaction == .none)
    try expect(rows)
  }

  @Test func `rows without words leave nothing behind that grows with them`() throws {
    var rows: [Int: [String: ArchiveValue]] = [:]
    for key in 0..<200 {
      rows[key] = key % 50 == 7 ? Self.row(key) : ["stars": .int(Int64(key))]
      try store.put([key: rows[key] ?? [:]], in: "articles")
    }
    let state = try store.tokenState()
    #expect(state.segments.count + state.retired.count < 12)
    try expect(rows)
  }

  @Test
  func
    `writes of many rows and of one in turn, and searches within a write, leave no more than there may be`()
    throws
  {
    var rows: [Int: [String: ArchiveValue]] = [:]
    try store.write { transaction in
      for round in 0..<300 {
        for key in 0..<(round % 9 == 0 ? 70 : round % 2 == 0 ? 1 : 9) {
          let key = round * 10 + key
          rows[key] = Self.row(key)
          try transaction["articles"].put(Self.row(key), forKey: key)
        }
        _ = try transaction["articles"].access.withTokenIndex { $0.documentCount }
      }
    }
    #expect(try store.tokenState().segments.count < SegmentMaintenance.mostSegments)
    try expect(rows)
  }

  @Test
  func
    `a merge that goes on term by term is complete at each step, and is given up by a compaction`()
    throws
  {
    var rows: [Int: [String: ArchiveValue]] = [:]
    for key in 0..<6 {
      rows[key] = article("a\(key) common", "b\(key) c")
      try store.put([key: rows[key] ?? [:]], in: "articles")
    }
    try store.changeSegments { _ = $0.state.begin(1..<4) }
    var steps = 0
    while try !store.tokenState().merges.isEmpty, steps < 100 {
      if steps == 3 {
        // It dies while it is merged, and another one comes.
        rows[2] = article("new", "c")
        try store.put([2: rows[2] ?? [:]], in: "articles")
      }
      try store.changeSegments { _ = try $0.advance(0, bytes: 1) }
      steps += 1
      try expect(rows)
    }
    #expect(steps > 5 && steps < 100)
    #expect(try store.tokenState().segments.map(\.end) == [1, 4, 5, 6, 7])
    try store.changeSegments { maintenance in
      _ = maintenance.state.begin(2..<4)
      _ = try maintenance.advance(0, bytes: 1)
    }
    try store.compactSearch(blocks: 1)
    #expect(try store.tokenState().segments.count == 1)
    #expect(try store.tokenState().retired.isEmpty)
    try expect(rows)
  }

  @Test func `a term that is in other columns of each row keeps its places in a merge`() throws {
    var rows: [Int: [String: ArchiveValue]] = [:]
    for key in 0..<8 {
      let texts = [("word a", "b"), ("a", "word word"), ("word", "a word"), ("c\(key)", "c c")]
      rows[key] = article(texts[key % 4].0, texts[key % 4].1)
      try store.put([key: rows[key] ?? [:]], in: "articles")
    }
    try store.changeSegments { maintenance in
      maintenance.state.beginDue()
      _ = try maintenance.advance(0, bytes: .max)
    }
    #expect(try store.tokenState().segments.map(\.end) == [8])
    try expect(rows)
    // Merging the merged segment again joins blocks whose positions begin in several columns.
    for key in 8..<10 {
      rows[key] = article("a", "word")
      try store.put([key: rows[key] ?? [:]], in: "articles")
    }
    try store.compactSearch()
    try expect(rows)
  }

  @Test
  func
    `eight neighbours of a size are merged, whatever smaller ones lie between them, and no greater one with them`()
  {
    func begun(_ sizes: [UInt32]) -> [Range<Int>] {
      var state = TokenIndexState()
      for size in sizes {
        guard let number = state.takeSegmentNumber() else { return [] }
        state.next += size
        state.segments.append(TokenSegment(number: number, end: state.next))
      }
      state.beginDue()
      return state.merges.map(\.inputs)
    }
    #expect(begun([1, 1, 1, 1, 1, 1, 1]) == [])
    #expect(begun([9, 1, 2, 3, 4, 5, 6, 7, 1]) == [1..<9])
    #expect(begun([1, 1, 1, 1, 9, 1, 1, 1, 1]) == [])
    #expect(begun([70, 8, 8, 8, 1, 1, 8, 8, 8, 8, 8, 1]) == [1..<11])
    #expect(begun(Array(repeating: 1, count: 16)) == [0..<8, 8..<16])
  }

  @Test(.tags(.random))
  func `its state comes back from its bytes, and cut or changed ones are refused or as sound`()
    throws
  {
    var state = TokenIndexState()
    (state.documents, state.tokens, state.dead, state.next) = (70, 1_000_000, 30, 100)
    state.segments = [(2, 40), (9, 50), (4, 60), (300, 100)].map {
      TokenSegment(number: $0, end: $1)
    }
    (state.nextSegment, state.compaction, state.debt) = (301, .merging, 77)
    state.merges = [
      SegmentMerge(inputs: 0..<2, output: 10, reached: [1, 2, 3]),
      SegmentMerge(inputs: 2..<3, output: 11, reached: []),
    ]
    state.retired = [0, 1]
    let bytes = state.bytes
    #expect(TokenIndexState(bytes.span) == state)
    for count in 0..<bytes.count {
      #expect(TokenIndexState(bytes.span.extracting(0..<count)) == nil)
    }
    #expect(TokenIndexState((bytes + [0]).span) == nil)
    var random = SeededGenerator()
    for _ in 0..<20_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      guard let read = TokenIndexState(changed.span) else { continue }
      #expect(read.pieces.count == read.segments.count + read.merges.count)
      #expect(TokenIndexState(read.bytes.span) == read)
    }
  }

  @Test(.tags(.random)) func `rows of random bytes are searched or refused`() {
    var random = SeededGenerator()
    var found = 0
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        UInt8.random(in: 0...(Bool.random(using: &random) ? 255 : 9), using: &random)
      }
      let words = (0..<2).map { _ -> [UInt8] in
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
          UInt8.random(in: 0...3, using: &random)
        }
      }
      let (word, rowTerm) = (words[0], words[1])
      let finding = bytes.span.find(
        word.span, reaching: .random(in: 0...20, using: &random), rowTerm: rowTerm.span,
        rowFirst: 7)
      if case .found(let entry, _) = finding {
        found += 1
        #expect(entry.block.upperBound <= bytes.count)
      }
    }
    print("seed \(random.seed), \(found) found")
  }
}
