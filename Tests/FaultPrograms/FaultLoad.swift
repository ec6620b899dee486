import LodeStore

/// `faultload ROOT COUNT SEED [default] [noreopen] [maxerr=N]`: a workload that survives errors.
///
/// A transaction that failed is looked for: unless the error says that the outcome is unknown, it
/// must not be there. Then it is done again, and at the end the store must hold what the model
/// holds.
@Sendable func runFaultLoad(_ arguments: Arguments) throws -> Int32 {
  var load = try FaultLoad(arguments)
  do {
    try load.run()
    say("contents right \(load.summary)")
    return 0
  } catch {
    say("WRONG \(error) \(load.summary)")
    return 1
  }
}

private struct FaultLoad {
  let root: String
  let count: Int
  let seed: UInt64
  let mayReopen: Bool
  let mostErrors: Int
  let marks: Marks
  var errors: [String: Int] = [:]
  var errorCount = 0
  var visible = 0
  var reopened = 0
  var done = 0

  init(_ arguments: Arguments) throws {
    root = arguments.text(0)
    count = arguments.number(1)
    seed = arguments.seed(2)
    mayReopen = !arguments.has("noreopen")
    mostErrors = arguments.option("maxerr").flatMap(Int.init) ?? 20
    marks = try Marks(root + "/w.ack")
  }

  var summary: String {
    let tally = errors.sorted { $0.key < $1.key }.map { "\"\($0.key) x\($0.value)\"" }
    let reopens = reopened == 0 ? "" : " reopened \(reopened)"
    return "n=\(done) errors \(errorCount) \(tally.joined(separator: " "))\(reopens)"
  }

  mutating func run() throws {
    var store = try open()
    while done < count, errorCount < mostErrors {
      let plan = Plan(seed: seed, number: done + 1)
      marks.write("START \(plan.number)")
      do {
        try store.perform(plan)
        done += 1
        marks.write("ACK \(done)")
      } catch let error as StoreError {
        note("write", error)
        try lookAfter(error, plan, &store)
      }
    }
    store.close()
    do {
      try verify()
    } catch let error as StoreError {
      // An injected fault that is due only now is reported like any other, and is over.
      note("verify", error)
      try verify()
    }
  }

  private mutating func verify() throws {
    let store = try open()
    defer { store.close() }
    let found = try store.transactionsDone()
    guard found == done else { throw Mismatch(description: "holds \(found) transactions") }
    var history = ExpectedHistory<ExpectedContents>(seed: seed)
    try store.compare(with: history.state(done))
    let report = try store.verify()
    guard report.isSound else { throw Mismatch(description: "\(report.problems.prefix(2))") }
  }

  /// Finds out what became of a failed transaction, through the same store when it can still be
  /// read.
  private mutating func lookAfter(_ error: StoreError, _ plan: Plan, _ store: inout Store) throws {
    let found: Int
    do {
      found = try store.transactionsDone()
    } catch let readError as StoreError {
      note("read", readError)
      guard mayReopen else { throw Mismatch(description: "not readable: \(readError.code)") }
      store.close()
      store = try open()
      reopened += 1
      found = try store.transactionsDone()
    }
    if found == plan.number - 1 { return }
    guard found == plan.number, error.code == .commitOutcomeUnknown else {
      throw Mismatch(description: "\(error.code.rawValue), yet holds \(found) of \(plan.number)")
    }
    visible += 1
    done = found
    say("visible though failed: \(plan.number)")
  }

  private mutating func open() throws -> Store {
    var attempts = 0
    while true {
      do throws(StoreError) {
        return try Store(storePath(root))
      } catch {
        note("open", error)
        attempts += 1
        if attempts == 8 { throw error }
      }
    }
  }

  private mutating func note(_ place: String, _ error: StoreError) {
    errors["\(place) \(error.code.rawValue)", default: 0] += 1
    errorCount += 1
  }
}
