import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeLMDB

/// What somebody would have lost: rows of one collection, which came and went with the rows of
/// another.
@Suite("Parts of a table that several owners share behave as tables of their own")
struct SharedTableTests {
  private static let owners: [UInt32] = [1, 2, 0x1_0000, .max - 1, .max]

  @Test(.tags(.random))
  func `cursors, ranges, counts and deletes see the rows of one owner`() throws {
    var generator = SeededGenerator()
    let seed = generator.seed
    let directory = try TemporaryDirectory()
    let environment = try Environment(path: directory.file("store"))
    let table = try environment.table("t")
    for round in 0..<rounds(60) {
      let owners = Self.owners.filter { _ in Bool.random(using: &generator) }
      var model: [UInt32: [[UInt8]: [UInt8]]] = [:]
      try environment.write { transaction in try transaction.deleteAll(in: table) }
      for _ in 0..<40 {
        guard let owner = owners.randomElement(using: &generator) else { break }
        let (key, part) = (Self.key(&generator), table.part(of: owner))
        let value = [UInt8](repeating: .random(in: 0...9, using: &generator), count: 3)
        let choice = Int.random(in: 0..<12, using: &generator)
        try environment.write { transaction in
          switch choice {
          case 0:
            let wasThere = try transaction.delete(key.span, in: part)
            #expect(wasThere == (model[owner]?[key] != nil))
            model[owner]?[key] = nil
          case 1 where Int.random(in: 0..<4, using: &generator) == 0:
            try transaction.deleteAll(in: part)
            model[owner] = nil
          case 2...6:
            let handle = try CursorHandle(transaction.handle, over: part.place)
            defer { handle.close() }
            let isLast = model[owner]?.keys.allSatisfy { $0.lexicographicallyPrecedes(key) } ?? true
            let didAppend = try handle.append(count: 3, forKey: key.span) { output in
              for byte in value { output.append(byte) }
            }
            #expect(didAppend == isLast, "seed \(seed), round \(round)")
            if isLast { model[owner, default: [:]][key] = value }
          default:
            try transaction.put(value.span, forKey: key.span, in: part)
            model[owner, default: [:]][key] = value
          }
        }
      }
      for owner in Self.owners {
        try check(
          table.part(of: owner), model[owner] ?? [:], environment, &generator,
          "seed \(seed), round \(round)")
      }
      let all = model.values.reduce(0) { $0 + $1.count }
      #expect(try environment.count(table) == all)
    }
  }

  private func check(
    _ part: Table, _ rows: [[UInt8]: [UInt8]], _ environment: Environment,
    _ generator: inout SeededGenerator, _ comment: Comment
  ) throws {
    let keys = rows.keys.sorted { $0.lexicographicallyPrecedes($1) }
    let bound = Self.key(&generator)
    let moves = (0..<6).map { _ in
      [CursorMove.first, .last, .next, .previous].randomElement(using: &generator) ?? .next
    }
    var found = Found()
    try environment.read { transaction in
      try transaction.forEach(in: part) { entry in
        found.forwards.append(Self.key(entry))
        found.values.append(Array(copying: entry.value))
        return true
      }
      try transaction.forEach(in: part, reversed: true) { entry in
        found.backwards.append(Self.key(entry))
        return true
      }
      found.counts = [try transaction.count(part), try transaction.statistics(part).entries]
      for key in keys where try transaction.get(key.span, in: part) == nil {
        found.missing.append(key)
      }
      found.hasBound = try transaction.get(bound.span, in: part) != nil
      try transaction.withCursor(over: part) { cursor in
        if let entry = try cursor.seek(bound.span) { found.exact = Self.key(entry) }
      }
      try transaction.withCursor(over: part) { cursor in
        if let entry = try cursor.seek(atLeast: bound.span) { found.atLeast = Self.key(entry) }
      }
      try transaction.withCursor(over: part) { cursor in
        if let entry = try cursor.seek(lessThan: bound.span) { found.lessThan = Self.key(entry) }
      }
      // From nowhere on, and up to the first end: where a cursor stands there is LMDB's own
      // business.
      try transaction.withCursor(over: part) { cursor in
        for move in moves {
          guard let entry = try cursor.move(move) else { break }
          found.moves.append(Self.key(entry))
        }
      }
    }
    #expect(found.forwards == keys, comment)
    #expect(found.values == keys.map { rows[$0] }, comment)
    #expect(found.backwards == keys.reversed(), comment)
    #expect(found.counts == [keys.count, keys.count], comment)
    #expect(found.missing.isEmpty && found.hasBound == (rows[bound] != nil), comment)
    #expect(found.exact == (rows[bound] == nil ? nil : bound), comment)
    #expect(found.atLeast == keys.first { !$0.lexicographicallyPrecedes(bound) }, comment)
    #expect(found.lessThan == keys.last { $0.lexicographicallyPrecedes(bound) }, comment)
    var (place, expected): (Int?, [[UInt8]]) = (nil, [])
    for move in moves {
      let next =
        switch move {
        case .first: 0
        case .last: keys.count - 1
        case .next: place.map { $0 + 1 } ?? 0
        default: place.map { $0 - 1 } ?? keys.count - 1
        }
      guard keys.indices.contains(next) else { break }
      expected.append(keys[next])
      place = next
    }
    #expect(found.moves == expected, comment)
  }

  /// What a part has, as its readers see it.
  private struct Found {
    var forwards: [[UInt8]] = []
    var values: [[UInt8]?] = []
    var backwards: [[UInt8]] = []
    var counts: [Int] = []
    var missing: [[UInt8]] = []
    var hasBound = false
    var exact: [UInt8]?
    var atLeast: [UInt8]?
    var lessThan: [UInt8]?
    var moves: [[UInt8]] = []
  }

  private static func key(_ entry: Entry) -> [UInt8] { Array(copying: entry.key) }

  /// Short keys that meet, and keys as long as they may be.
  private static func key(_ generator: inout SeededGenerator) -> [UInt8] {
    let isLong = Int.random(in: 0..<5, using: &generator) == 0
    let count = isLong ? Int.random(in: 505...507, using: &generator) : 1
    var key = [UInt8](repeating: 7, count: count)
    key[count - 1] = [0, 1, 2, 254, 255].randomElement(using: &generator) ?? 0
    return key
  }

  @Test func `a key that is too long behind the prefix is never there, and cannot be put`() throws {
    let directory = try TemporaryDirectory()
    let environment = try Environment(path: directory.file("store"))
    let part = try environment.table("t").part(of: 5)
    let key = [UInt8](repeating: 1, count: 508)
    expect(.keyTooLong) {
      try environment.write { transaction in
        try transaction.put(key.span, forKey: key.span, in: part)
      }
    }
    let wasDeleted = try environment.write { try $0.delete(key.span, in: part) }
    let isThere = try environment.read { try $0.get(key.span, in: part) != nil }
    #expect(!wasDeleted && !isThere)
  }
}
