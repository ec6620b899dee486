import Foundation
import LodeLMDB

// Swift hides fork, and a program that calls C libraries can meet it all the same.
@_silgen_name("fork") private func cFork() -> Int32

/// Forks at four places, and prints what the child met at each, and what became of the parent.
func forkScenarios(_ path: String) throws {
  let environment = try Environment(path: path)
  let table = try environment.table("t")
  let parent = getpid()

  inChild {
    say("child read: \(code { try environment.read { _ in } })")
    say("child write: \(code { try environment.write { _ in } })")
    say("child table: \(code { _ = try environment.table("t") })")
    say("child drop: \(code { try environment.drop(table) })")
    say("child info: \(code { _ = try environment.info() })")
    environment.close()
  }

  // A child that leaves its parent's read must not free the parent's slot.
  try environment.read { transaction in
    if cFork() == 0 { return }
    waitForChild()
    let readers = try environment.readers().filter { $0.transaction != nil }.count
    say("parent still reads: \(readers == 1)")
  }
  endChild(of: parent, environment)

  // A child that leaves its parent's write must not commit it.
  let outcome = code {
    try environment.write { transaction in
      try transaction.put(Array("v".utf8).span, forKey: Array("k".utf8).span, in: table)
      if cFork() == 0 { return }
      waitForChild()
    }
  }
  if getpid() != parent { say("child commit: \(outcome)") }
  endChild(of: parent, environment)
  say("parent commit: \(outcome)")
  say("rows: \(try environment.read { transaction in try transaction.count(table) })")

  // A child that lives on must not keep the path from being opened again.
  let longLived = cFork()
  if longLived == 0 {
    sleep(30)
    _exit(0)
  }
  environment.close()
  let again = try Environment(path: path)
  say("opened again: \(try again.tableNames().count)")
  again.close()
  kill(longLived, SIGKILL)
}

private func inChild(_ body: () -> Void) {
  if cFork() == 0 {
    body()
    _exit(0)
  }
  waitForChild()
}

private func waitForChild() {
  var status = Int32(0)
  _ = unsafe wait(&status)
}

private func endChild(of parent: pid_t, _ environment: Environment) {
  if getpid() != parent {
    environment.close()
    _exit(0)
  }
}

private func code(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "no error"
  } catch let error as LMDBError {
    return error.code.rawValue
  } catch {
    return "\(error)"
  }
}
