import Lode
import LodeTestSupport
import Testing

@Suite("Random histories of a model and of a type in it")
struct RandomHistoryTests {
  /// A program's versions, from 0, and rows that each of them left.
  private struct World {
    var outer = TypeHistory(
      "Outer",
      [
        .init(name: "id", type: .int64), .init(name: "o", type: .object),
        .init(name: "os", type: .array(.object)),
        .init(name: "number", type: .int64), .init(name: "text", type: .string, defaultValue: ""),
        .init(name: "small", type: .int32, defaultValue: 0),
      ])
    var inner = TypeHistory(
      "Inner",
      [
        .init(name: "left", type: .int64), .init(name: "right", type: .string, defaultValue: ""),
        .init(name: "may", type: .optional(.int64)),
      ])
    var last = 0

    init(_ random: inout SeededGenerator) {
      last = Int.random(in: 1...4, using: &random)
      for _ in 0..<last {
        outer.evolve(&random)
        inner.evolve(&random)
      }
    }

    /// The plan that a version of the program has, with steps of the store here and there.
    func plan(of program: Int, _ seed: UInt64) -> MigrationPlan {
      MigrationPlan {
        for number in stride(from: 1, through: program, by: 1) {
          if let step = inner.step(HistoryInner.self, to: number) { step }
          if (seed >> UInt64(number)) & 1 == 1 {
            Step("store \(number)") { _ in }
          }
          if let step = outer.step(HistoryOuter.self, to: number) { step }
        }
      }
    }

    func shape(of program: Int) -> HistoryShape {
      let (outer, inner) = (outer.versions[program], inner.versions[program])
      return HistoryShape(outer.fields, outer.number, inner.fields, inner.number)
    }

    /// An object of a type as a version of the program wrote it.
    func object(
      _ type: TypeHistory, _ program: Int, id: Int, _ random: inout SeededGenerator
    ) -> ArchivedObject {
      let version = type.versions[program]
      var fields: [ArchivedObject.Field] = []
      for field in version.fields {
        let number = Int64.random(in: -9...9, using: &random)
        let value: ArchiveValue =
          switch field.type {
          case .object: .object(object(inner, program, id: 0, &random))
          case .array(.object):
            .array((0..<2).map { _ in .object(object(inner, program, id: 0, &random)) })
          case .string: .string("\(number)")
          case .optional(.int64): number < 0 ? .null : .int(number)
          default: .int(field.name == "id" ? Int64(id) : number)
          }
        fields.append(.init(field.name, type: field.type, value))
      }
      return ArchivedObject(type.name, version: version.number, fields: fields)
    }

    /// What an object is to be in a later version of the program.
    func expected(_ object: ArchivedObject, _ type: TypeHistory, from: Int, to: Int) -> Plain {
      var plain = Plain(uniqueKeysWithValues: object.fields.map { ($0.name, $0.value) })
      for (name, value) in plain {
        if let nested = value.object {
          plain[name] = .dictionary(keyed(expected(nested, inner, from: from, to: to)))
        } else if let array = value.array {
          plain[name] = .array(
            array.compactMap(\.object).map {
              .dictionary(keyed(expected($0, inner, from: from, to: to)))
            })
        }
      }
      for number in from..<to { type.versions[number + 1].change(&plain) }
      for field in type.versions[to].fields where plain[field.name] == nil {
        plain[field.name] = field.defaultValue
      }
      return plain
    }

    private func keyed(_ plain: Plain) -> [ArchiveValue: ArchiveValue] {
      Dictionary(uniqueKeysWithValues: plain.map { (.string($0), $1) })
    }
  }

  /// Fields with their objects as dictionaries, as the reference has them.
  private func plain(_ fields: Plain) -> Plain {
    fields.mapValues { value in
      if let object = value.object { return dictionary(object) }
      if let array = value.array { return .array(array.compactMap(\.object).map(dictionary)) }
      return value
    }
  }

  private func dictionary(_ object: ArchivedObject) -> ArchiveValue {
    .dictionary(
      Dictionary(uniqueKeysWithValues: object.fields.map { (.string($0.name), $0.value) }))
  }

  @Test(
    "come to what a plain reference says, whichever versions of the program had the store before")
  func histories() throws {
    var random = SeededGenerator()
    let count = environmentVariable("LODE_HISTORIES").flatMap(Int.init) ?? 60
    for round in 0..<count {
      let world = World(&random)
      try run(world, "seed \(random.seed), round \(round)", &random)
    }
  }

  private func run(_ world: World, _ name: Comment, _ random: inout SeededGenerator) throws {
    let directory = try TemporaryDirectory()
    let seed = random.next()
    var expected: [Int: Plain] = [:]
    for program in 0...world.last {
      // Not every version of the program was run.
      let isRun = program == 0 || program == world.last || Bool.random(using: &random)
      guard isRun else { continue }
      var objects: [(Int, ArchivedObject)] = []
      for row in 0..<3 where program < world.last {
        let id = program * 10 + row
        let object = world.object(world.outer, program, id: id, &random)
        objects.append((id, object))
        expected[id] = world.expected(object, world.outer, from: program, to: world.last)
      }
      try HistoryShape.$current.withValue(world.shape(of: program)) {
        let store = try Store(
          directory.file("s"), models: [HistoryOuter.self],
          migrations: world.plan(of: program, seed))
        defer { store.close() }
        try store.write { transaction in
          for (id, object) in objects {
            try transaction["outer"].putArchive(try Archive(.object(object)).forStore(), forKey: id)
          }
        }
        guard program == world.last else { return }
        let rows = try store.all(HistoryOuter.self)
        #expect(rows.map(\.primaryKey) == expected.keys.sorted(), name)
        for row in rows {
          let fields = plain(row.fields)
          #expect(fields == expected[row.primaryKey], name)
        }
        #expect(try store.verify().isSound, name)
      }
    }
  }
}
