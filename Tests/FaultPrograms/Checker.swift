import LodeStore

/// `checker SEED MAX`: for each line `CHECK ROOT ACKED STARTED` says `OK n`, or `FAIL` and why.
///
/// OK means: the store opens, holds exactly what n transactions made, ACKED <= n <= STARTED, and
/// can be written. A store that is not there is `OK -1` while nothing was acknowledged.
@Sendable func runChecker(_ arguments: Arguments) throws -> Int32 {
  var history = ExpectedHistory<ExpectedContents>(seed: arguments.seed(0))
  return try answerChecks { root, acked, started in
    try check(root, acked: acked, started: started, &history)
  }
}

/// Answers the lines of standard input by `check`, which returns the number of transactions.
func answerChecks(_ check: (String, Int, Int) throws -> Int) throws -> Int32 {
  while let line = readLine() {
    let words = line.split(separator: " ").map(String.init)
    guard words.count == 4, let acked = Int(words[2]), let started = Int(words[3]) else {
      say("FAIL cannot read \(line)")
      continue
    }
    do {
      say("OK \(try check(words[1], acked, started))")
    } catch {
      say("FAIL \(error)")
    }
  }
  return 0
}

private func check(
  _ root: String, acked: Int, started: Int, _ history: inout ExpectedHistory<ExpectedContents>
) throws -> Int {
  let existing = try openExisting(storePath(root), mayBeMissing: acked == 0)
  // What an interrupted creation left must not be in the way of the next one.
  let store = try existing ?? Store(storePath(root))
  defer { store.close() }
  let number = try store.transactionsDone()
  guard number >= acked, number <= started else {
    throw Mismatch(description: "\(number) transactions, acknowledged \(acked) of \(started)")
  }
  try store.compare(with: history.state(number))
  try store.compareChangeLog()
  try store.proveUsable()
  return existing == nil ? -1 : number
}

/// Opens a store, or returns `nil` if it is missing and may be.
///
/// A crash must leave no damage, so an index that opening had to rebuild is a failure.
func openExisting(_ path: String, mayBeMissing: Bool) throws -> Store? {
  let store: Store
  do throws(StoreError) {
    store = try Store(path, options: StoreOptions(create: false))
  } catch {
    if error.code == .notFound, mayBeMissing { return nil }
    throw error
  }
  if let damage = store.health.rebuilt.first { throw Mismatch(description: "\(damage)") }
  return store
}
