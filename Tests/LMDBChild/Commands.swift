import Foundation
import LodeLMDB

typealias Command = @Sendable (_ path: String, _ arguments: [String]) throws -> Void

let commands: [String: Command] = [
  "hold-read": { path, _ in
    let environment = try Environment(path: path)
    try environment.read { transaction in
      say("reading \(transaction.id)")
      _ = readLine()
    }
  },
  "hold-open": { path, arguments in
    try becomeNobody(arguments)
    var options = EnvironmentOptions()
    options.readOnly = arguments.contains("read-only")
    let environment = try Environment(path: path, options: options)
    let table = try environment.table("t", create: false)
    say("open")
    _ = readLine()
    say("rows \(try environment.read { transaction in try transaction.count(table) })")
    environment.close()
  },
  "exit": { path, _ in
    let environment = try Environment(path: path)
    say("tables \(try environment.tableNames().count)")
    exit(0)
  },
  "drop": { path, _ in
    let environment = try Environment(path: path)
    try environment.drop(try environment.table("t", create: false))
    environment.close()
    say("dropped")
  },
  "hold-write": { path, _ in
    let environment = try Environment(path: path)
    let table = try environment.table("t")
    try environment.write { transaction in
      try transaction.put(
        Array("child".utf8).span, forKey: Array("unfinished".utf8).span, in: table)
      say("writing")
      _ = readLine()
    }
    say("committed")
  },
  "put": { path, arguments in
    let environment = try Environment(path: path)
    let table = try environment.table("t")
    try environment.write { transaction in
      try transaction.put(
        Array(arguments[1].utf8).span, forKey: Array(arguments[0].utf8).span, in: table)
    }
    environment.close()
    say("committed")
  },
  "fill": { path, arguments in
    let environment = try Environment(path: path)
    try fill(environment, bytes: Int(arguments[0]) ?? 0)
    say("filled \(try environment.info().mapSize)")
    environment.close()
  },
  "open": { path, arguments in
    try becomeNobody(arguments)
    var options = EnvironmentOptions()
    options.readOnly = arguments.contains("read-only")
    let environment = try Environment(path: path, options: options)
    say("opened \(try environment.tableNames().count)")
    environment.close()
  },
  "limit-file": { path, arguments in
    let environment = try Environment(path: path)
    try fill(environment, bytes: 1 << 16)
    limit(RLIMIT_FSIZE.asResource, to: UInt(arguments[0]) ?? 0)
    do {
      try fill(environment, bytes: 1 << 20)
      say("no error")
    } catch let error as LMDBError {
      say(error.code.rawValue)
    }
    limit(RLIMIT_FSIZE.asResource, to: UInt.max)
    try fill(environment, bytes: 1 << 20)
    environment.close()
    say("filled")
  },
  "limit-memory": { path, _ in
    var options = EnvironmentOptions()
    options.mapSize = 1 << 24
    let environment = try Environment(path: path, options: options)
    let table = try environment.table("t")
    limit(RLIMIT_AS.asResource, to: 1 << 33)
    do {
      try environment.growMap(to: 1 << 40)
      say("no error")
    } catch let error as LMDBError {
      say(error.code.rawValue)
    }
    try environment.write { transaction in
      try transaction.put(Array("v".utf8).span, forKey: Array("k".utf8).span, in: table)
    }
    say("map \(try environment.info().mapSize)")
    say("rows \(try environment.read { transaction in try transaction.count(table) })")
  },
  "limit-memory-first": { path, _ in
    limit(RLIMIT_AS.asResource, to: 1 << 33)
    let environment = try Environment(path: path)
    let table = try environment.table("t")
    try environment.write { transaction in
      try transaction.put(Array("v".utf8).span, forKey: Array("k".utf8).span, in: table)
    }
    say("\(try environment.info().mapSize)")
    say("rows \(try environment.read { transaction in try transaction.count(table) })")
  },
  "reopen": { path, arguments in
    for round in 0..<(Int(arguments[0]) ?? 0) {
      let environment = try Environment(path: path)
      let table = try environment.table("t")
      try environment.write { transaction in
        try transaction.put(
          Array("v".utf8).span, forKey: Array("\(getpid()) \(round)".utf8).span, in: table)
      }
      environment.close()
    }
    say("reopened")
  },
  "fork": { path, _ in try forkScenarios(path) },
]

/// Writes rows of 1,000 bytes, in transactions of ten.
func fill(_ environment: Environment, bytes: Int) throws {
  let table = try environment.table("fill")
  let value = [UInt8](repeating: 0x5A, count: 1000)
  var row = try environment.read { transaction in try transaction.count(table) }
  let end = row + bytes / 1000
  while row < end {
    try environment.write { transaction in
      for key in row..<min(row + 10, end) {
        try transaction.put(value.span, forKey: Array("\(10_000_000 + key)".utf8).span, in: table)
      }
    }
    row += 10
  }
}

/// Gives up root's rights, which file modes do not bind.
func becomeNobody(_ arguments: [String]) throws {
  guard arguments.contains("nobody") else { return }
  if setgid(65534) != 0 || setuid(65534) != 0 {
    say("cannot become nobody")
    exit(1)
  }
}

/// Prints a line at once: its reader may be about to kill this process.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
