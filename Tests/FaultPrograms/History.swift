import Dispatch
import LodeStore
import LodeTestSupport

/// `hist STORE w|r RUN SEED LOG [FLAGS]`: appends to lists, or reads them, until it is killed.
///
/// Each transaction is logged: `B id time` before and `W id begin end key:position,...` after an
/// append, `F id why` when it failed, `R begin end key:count:last,...` for a read, `X why` for a
/// read that failed. Times are of the machine's monotonic clock, so that processes can be compared.
@Sendable func runHistory(_ arguments: Arguments) throws -> Int32 {
  let store = try Store(arguments.text(0))
  let log = try Marks(arguments.text(4))
  var random = SeededGenerator(seed: arguments.seed(3))
  var identifier = arguments.number(2) * 1_000_000
  while true {
    let lists = Set((0..<3).map { _ in Int.random(in: 0..<listCount, using: &random) }).sorted()
    if arguments.text(1) == "w" {
      identifier += 1
      append(identifier, to: lists, store, log)
    } else {
      readLists(lists, store, log)
    }
  }
}

/// `histdump STORE`: prints each list, as `key id id ...`.
@Sendable func dumpHistory(_ arguments: Arguments) throws -> Int32 {
  let store = try Store(arguments.text(0))
  try store.read { transaction in
    for list in 0..<listCount {
      var line = "\(list)"
      try transaction[name(of: list)].forEach { line += " \(try $0.value(as: Int.self))" }
      say(line)
    }
  }
  store.close()
  return 0
}

private let listCount = 8

private func name(of list: Int) -> String { "list\(list)" }

private func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

private func append(_ identifier: Int, to lists: [Int], _ store: Store, _ log: Marks) {
  let begin = now()
  log.write("B \(identifier) \(begin)")
  do {
    let positions = try store.write { transaction in
      try lists.map { list in
        let position = try transaction[name(of: list)].count
        try transaction[name(of: list)].insert(identifier, forKey: position)
        return "\(list):\(position)"
      }
    }
    log.write("W \(identifier) \(begin) \(now()) \(positions.joined(separator: ","))")
  } catch {
    log.write("F \(identifier) \(error)")
  }
}

private func readLists(_ lists: [Int], _ store: Store, _ log: Marks) {
  let begin = now()
  do {
    let seen = try store.read { transaction in
      try lists.map { list in
        let last = try transaction[name(of: list)].last()
        return "\(list):\(try transaction[name(of: list)].count):\(try last?.value() ?? 0)"
      }
    }
    log.write("R \(begin) \(now()) \(seen.joined(separator: ","))")
  } catch {
    log.write("X \(error)")
  }
}
