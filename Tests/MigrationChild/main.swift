import Foundation
import LodeModels

// A second process for tests of migrations, which is killed meanwhile:
// `migration-child COMMAND PATH [ARGUMENT...]`.
//
// It prints one line for each thing that happened; an error prints as what it says.

func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

let commands: [String: (String, [String]) throws -> Void] = [
  // make PATH COUNT: a store of the first version.
  "make": { path, arguments in
    let store = try Store(path, models: [Town.V1.self])
    try store.insert(contentsOf: (0..<(Int(arguments[0]) ?? 0)).map { Town.V1($0) })
    store.close()
    say("made")
  },
  // open PATH: opens the store as the third version of the program, which migrates all of it.
  "open": { path, _ in
    say("opening")
    let store = try Store(path, models: [Town.V3.self], migrations: Town.plan)
    say("opened")
    store.close()
  },
  // migrate PATH: opens the store with an online migration, prints its progress, and writes at the
  // same time; ends when no row waits.
  "migrate": { path, _ in
    say("opening")
    var options = MigrationOptions.online
    options.progress = { say("\($0.rows) of \($0.totalRows)") }
    let store = try Store(
      path, models: [Town.V3.self], migrations: Town.plan, migrating: options)
    say("opened")
    let last = try store.count(Town.V3.self)
    // The same however often it is done.
    for id in stride(from: 0, to: last, by: 37) {
      try store.update(Town.V3.self, id) { $0.text = "changed w\(id % 400)" }
    }
    while try !store.migrateRows().isDone {}
    try store.buildIndexes()
    say("done")
    store.close()
  },
  // delete PATH COLLECTION NUMBER: deletes a row, for the tests of live queries.
  "delete": { path, arguments in
    let store = try Store(path)
    try store[arguments[0]].delete(Int(arguments[1]) ?? 0)
    store.close()
    say("deleted")
  },
  // scatter PATH NAME: puts and deletes random documents, and says so after each, for ever.
  "scatter": { path, arguments in
    let store = try Store(path)
    let items = store.documents(arguments[0])
    while true {
      let id = Int.random(in: 0..<20)
      if Bool.random() {
        let rank = Int64.random(in: 0..<5)
        try items.put(["id": .int(Int64(id)), "rank": .int(rank)], forKey: id)
      } else {
        try items.delete(id)
      }
      say("written")
    }
  },
]

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2, let command = commands[arguments[0]] else {
  say("usage: migration-child COMMAND PATH [ARGUMENT...]")
  exit(64)
}
do {
  try command(arguments[1], Array(arguments.dropFirst(2)))
} catch {
  say("\(error)")
  exit(1)
}
