import LodeCoding
import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeStore

@Suite("The bytes of the change log are those of its format's page")
struct ChangeLogFormatTests {
  private let table = Table.main(ofEnvironment: 1)

  /// The changes of the page's example.
  private var example: RecordedWrite {
    var changes = WriteChanges()
    for (step, bytes) in [
      (WriteChanges.Step.inserted, [0x15, 1]), (.inserted, [0x15, 2]), (.deleted, [0x16, 5]),
    ] as [(WriteChanges.Step, [UInt8])] {
      changes.note(step, bytes.span, .tuple, in: "a")
    }
    return RecordedWrite(
      position: ChangePosition(revision: 5, mark: 9), time: 7, userInfo: "i",
      changes: changes.settled())
  }

  private func parts(of write: RecordedWrite) throws -> [(key: [UInt8], value: [UInt8])] {
    var parts: [(key: [UInt8], value: [UInt8])] = []
    var encoder = ChangeRecordEncoder(write) { key, value in parts.append((key, value)) }
    for changes in write.changes { try encoder.add(changes, nil) }
    try encoder.finish()
    return parts
  }

  @Test func `rows and records are written as the page's examples say, and read back`() throws {
    let rows = try goldenRows(page: "ChangeLog.md", columns: 3)
    #expect(rows.count == 3)
    let log = ChangeLogRecord(
      id: 3, table: table,
      limits: HistoryLimits(
        bytes: 64 << 20, revisions: nil, age: .seconds(60), hasImages: true))
    let sealed = CatalogRecord.seal(CatalogRecord.encode(log), key: CatalogRecord.changeLogKey)
    #expect(golden(rows[0][1]) == CatalogRecord.changeLogKey)
    #expect(golden(rows[0][2]) == sealed, "\(hexadecimal(sealed))")
    let read = CatalogRecord.decodeChangeLog(CatalogRecord.encode(log).span)
    #expect(read?.id == 3 && read?.limits == log.limits)

    let position = ChangePosition(revision: 5, mark: 9)
    let key = CatalogRecord.consumerKey("s")
    let consumer = CatalogRecord.encode(position, at: 7)
    let sealedConsumer = CatalogRecord.seal(consumer, key: key)
    #expect(golden(rows[1][1]) == key)
    #expect(golden(rows[1][2]) == sealedConsumer, "\(hexadecimal(sealedConsumer))")
    #expect(CatalogRecord.decodeConsumer(consumer.span) == position)

    let part = try #require(try parts(of: example).first)
    let checksum = ChangeRecord.checksum(part.value.span, key: part.key.span, table: 3)
    let record = part.value + CatalogRecord.withBytes(of: checksum)
    #expect(golden(rows[2][1]) == part.key)
    #expect(golden(rows[2][2]) == record, "\(hexadecimal(record))")
  }

  @Test func `a record without its end, or with other bytes, is refused or read, and never traps`()
    throws
  {
    let part = try #require(try parts(of: example).first?.value)
    var decoder = ChangeRecordDecoder(5)
    let isSound = decoder.add(0, part.span)
    #expect(isSound)
    #expect(decoder.changes == example.changeSet && decoder.isComplete)
    for end in 0..<part.count {
      var decoder = ChangeRecordDecoder(5)
      _ = decoder.add(0, Array(part[..<end]).span)
    }
    for place in part.indices {
      for byte in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = part
        changed[place] = byte
        var decoder = ChangeRecordDecoder(5)
        _ = decoder.add(0, changed.span)
      }
    }
    var second = ChangeRecordDecoder(5)
    let isNext = second.add(1, part.span)
    #expect(!isNext)
  }
}

@Suite("Recorded changes are reduced to their net effect", .tags(.random))
struct KeyChangesTests {
  @Test func `random changes are those of a dictionary`() {
    var generator = SeededGenerator()
    print("seed \(generator.seed)")
    for _ in 0..<rounds(400) {
      var changes = WriteChanges()
      var states: [[UInt8]: (before: Bool, now: Bool)] = [:]
      for _ in 0..<Int.random(in: 0..<300, using: &generator) {
        let key = [UInt8.random(in: 0..<40, using: &generator)]
        let exists = states[key]?.now ?? Bool.random(using: &generator)
        let stays = Bool.random(using: &generator)
        if !exists, !stays { continue }
        let step: WriteChanges.Step = stays ? (exists ? .updated : .inserted) : .deleted
        states[key] = (states[key]?.before ?? exists, stays)
        if Bool.random(using: &generator) {
          changes.note(step, key.span, .raw, in: "a")
        } else {
          var later = WriteChanges()
          later.note(step, key.span, .raw, in: "a")
          changes.append(later)
        }
      }
      var expected: [[UInt8]: WriteChanges.Step] = [:]
      for (key, state) in states {
        if state.before { expected[key] = state.now ? .updated : .deleted }
        if !state.before, state.now { expected[key] = .inserted }
      }
      var (found, keys): ([[UInt8]: WriteChanges.Step], [[UInt8]]) = ([:], [])
      for collection in changes.settled() {
        collection.forEach { key, _, step in
          found[key.copied()] = step
          keys.append(key.copied())
        }
      }
      #expect(found == expected)
      #expect(keys == expected.keys.sorted { $0.lexicographicallyPrecedes($1) })
    }
  }
}
