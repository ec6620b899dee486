import LodeModels
import LodeTestSupport
import Testing

/// One history: a program in some of its versions, one after the other, and its store.
struct HistoryRun {
  private var random: SeededGenerator
  let history: ProgramHistory
  private var reference: HistoryReference
  private let directory: TemporaryDirectory
  private let name: String
  private var lastID = 0

  init(_ name: String, seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    history = ProgramHistory(&random)
    reference = HistoryReference(history)
    directory = try TemporaryDirectory()
    self.name = name
  }

  mutating func run() throws {
    for program in 0...history.last {
      // Not every version of the program was run.
      let isRun = program == 0 || program == history.last || Bool.random(using: &random)
      guard isRun else { continue }
      reference.advance(to: program)
      HistoryShape(history, program).install()
      let before = reference
      var events: [(HistoryEvent, HistoryReference)] = []
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let event = HistoryEvent.random(reference, &lastID, &random)
        event.apply(to: &reference)
        events.append((event, reference))
      }
      for mode in HistoryMode.allCases {
        try run(program, mode, before, events, SeededGenerator(seed: random.next()))
      }
    }
  }

  /// Lets a version of the program have the store of a mode.
  private func run(
    _ program: Int, _ mode: HistoryMode, _ before: HistoryReference,
    _ events: [(HistoryEvent, HistoryReference)], _ seeded: SeededGenerator
  ) throws {
    var random = seeded
    func checks(_ reference: HistoryReference) -> HistoryChecks {
      HistoryChecks(reference: reference, comment: "\(name), program \(program), \(mode)")
    }
    var store = try open(program, mode)
    defer { store.close() }
    try checks(before).check(store, &random)
    var last = before
    for (event, reference) in events {
      switch event {
      case .operation(let operation): try operation.apply(to: store)
      case .check: try checks(reference).checkRows(store, &random)
      case .migrating: #expect(try store.migrateRows().isDone, checks(reference).comment)
      case .reopening:
        store.close()
        store = try open(program, mode)
      case .other(_, let row):
        store.close()
        let other = try Store(path(mode))
        var isRefused = false
        do {
          #expect(try other.passThrough(row, count: last.rows.count), checks(last).comment)
        } catch let error as StoreError where error.code == .needsMigration {
          // What a unique index holds is not known to that program while rows wait.
          isRefused = true
        }
        other.close()
        store = try open(program, mode)
        if isRefused { try store.put(HistoryOuter(row)) }
      }
      last = reference
    }
    try checks(reference).check(store, &random)
    if program == history.last { try complete(store, mode, checks(reference), &random) }
  }

  /// Has all rows written as they are read: by migrating them, or by saving each.
  private func complete(
    _ store: Store, _ mode: HistoryMode, _ checks: HistoryChecks, _ random: inout SeededGenerator
  ) throws {
    if mode == .lazy, Bool.random(using: &random) {
      for row in try store.fetch(HistoryOuter.self) { try store.put(row) }
      try checks.check(store, &random)
    }
    #expect(try store.migrateRows().isDone, checks.comment)
    #expect(try store.quarantine() == [], checks.comment)
    try checks.check(store, &random)
  }

  private func path(_ mode: HistoryMode) -> String { directory.file("\(mode)") }

  private func open(_ program: Int, _ mode: HistoryMode) throws -> Store {
    var options = StoreOptions()
    options.trainsDictionaries = false
    return try Store(
      path(mode), models: [HistoryOuter.self],
      migrations: history.plan(program), migrating: mode.options, options: options)
  }
}

/// When rows are migrated.
enum HistoryMode: CaseIterable {
  case atOpen, online, lazy

  var options: MigrationOptions {
    switch self {
    case .atOpen: .atOpen
    case .online: .online
    case .lazy: .lazy
    }
  }
}
