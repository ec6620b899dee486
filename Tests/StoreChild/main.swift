import Foundation
import LodeCoding
import LodeStore

// A second process for the tests of LodeStore: `store-child COMMAND PATH [ARGUMENT...]`.
//
// It prints one line for each thing that happened; an error prints as its code.

func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// An index of what a function makes of rows: half of the age, or what is left of it by the
/// version.
func halves(version: Int) -> IndexDefinition {
  .computed("half", version: version) { (row: [String: ArchiveValue]) in
    row["age"]?.int.map { version % 2 == 0 ? $0 / 2 : $0 % 2 }
  }
}

let commands: [String: (String, [String]) throws -> Void] = [
  // put PATH COLLECTION FIRST COUNT SIZE: rows of SIZE bytes, one commit each.
  "put": { path, arguments in
    let store = try Store(path)
    let first = Int(arguments[1]) ?? 0
    let value = [UInt8](repeating: 7, count: Int(arguments[3]) ?? 1)
    for key in first..<first + (Int(arguments[2]) ?? 0) {
      try store[arguments[0]].put(value, forKey: key)
      say("\(key)")
    }
  },
  // collections PATH PREFIX COUNT: makes collections of one row each.
  "collections": { path, arguments in
    let store = try Store(path)
    for number in 0..<(Int(arguments[1]) ?? 0) {
      let name = "\(arguments[0])\(number)"
      try store[name].put(name, forKey: 1)
    }
    say("done")
  },
  // train PATH COLLECTION: trains a dictionary, then waits for its input to end.
  "train": { path, arguments in
    let store = try Store(path)
    say("\(try store.trainDictionary(for: arguments[0])?.number ?? 0)")
    let text = String(repeating: "from another process ", count: 20)
    try store[arguments[0]].put(text, forKey: -1)
    say("put")
    _ = readLine()
  },
  // recompress PATH COLLECTION: says how far it is, part by part.
  "recompress": { path, arguments in
    let store = try Store(path)
    try store.recompress(arguments[0]) { say("\($0.rows) \($0.rewritten)") }
    say("done")
  },
  // index PATH COLLECTION: makes, builds and drops indexes, and changes rows meanwhile, for ever.
  "index": { path, arguments in
    let store = try Store(path)
    let name = arguments[0]
    let count = try store[name].count
    for round in 0... {
      let definition = IndexDefinition(round % 2 == 0 ? "age" : "name", name: "i\(round % 3)")
      try store.createIndex(definition, on: name)
      try store.createIndex(halves(version: round / 3), on: name)
      say("made \(round)")
      try store.buildIndexes { _ in
        try store.write(.visible) { transaction in
          for key in [round, count / 2 + round, count - round] {
            let row: [String: ArchiveValue] = ["age": .int(Int64(round)), "name": "changed"]
            try transaction[name].put(row, forKey: key)
            _ = try transaction[name].delete(key + 7)
          }
        }
        say("part")
      }
      say("built \(round)")
      if round % 4 == 3 { try store.dropIndex("i\((round + 1) % 3)", on: name) }
    }
  },
  // search PATH COLLECTION: makes, builds, changes and compacts a search index, for ever.
  "search": { path, arguments in
    let store = try Store(path)
    let name = arguments[0]
    var random = SystemRandomNumberGenerator()
    func text(_ most: Int) -> ArchiveValue {
      let words = (0..<Int.random(in: 1...most, using: &random)).map { _ in
        "w\(Int.random(in: 0..<2000, using: &random))"
      }
      return .string(words.joined(separator: " "))
    }
    for round in 0... {
      let fields: [SearchField] = round % 3 == 0 ? ["title", "body"] : ["body", "title"]
      try store.createIndex(IndexDefinition(search: fields, name: "text"), on: name)
      say("made \(round)")
      try store.buildIndexes()
      for batch in 0..<30 {
        try store.write(.visible) { transaction in
          for _ in 0..<Int.random(in: 1...200, using: &random) {
            let key = Int.random(in: 0..<3000, using: &random)
            let row: [String: ArchiveValue] = ["title": text(4), "body": text(40)]
            try transaction[name].put(row, forKey: key)
            _ = try transaction[name].delete(key + 7)
          }
        }
        if batch % 10 == 9 { try store.compactSearch(of: name, blocks: 300) { _ in say("part") } }
      }
      say("changed \(round)")
    }
  },
  // list PATH: the collections with their counts.
  "list": { path, _ in
    let store = try Store(path)
    for name in try store.collections() { say("\(name) \(try store[name].count)") }
  },
  // hold PATH: keeps the store and a snapshot open until its input ends.
  "hold": { path, _ in
    let store = try Store(path)
    let snapshot = try store.snapshot()
    say("\(try snapshot.revision)")
    _ = readLine()
    snapshot.close()
    store.close()
    say("closed")
  },
  // read-as-nobody PATH COLLECTION: opens read-only without root's rights, counts the rows, and
  // tries to write.
  "read-as-nobody": { path, arguments in
    if setgid(65534) != 0 || setuid(65534) != 0 { return say("cannot become nobody") }
    var options = StoreOptions()
    options.readOnly = true
    let store = try Store(path, options: options)
    say("rows \(try store[arguments[0]].count)")
    let value: String? = try store[arguments[0]].get(1)
    say(value ?? "nothing")
    let snapshot = try store.snapshot()
    say("problems \(try store.verify().problemCount)")
    snapshot.close()
    try store[arguments[0]].put("new", forKey: 2)
  },
  // default PATH NAME: where a store of a name lies by default.
  "default": { _, arguments in
    let path = try Store.defaultPath(named: arguments[0])
    say(path)
    let store = try Store(Store.defaultPath(named: arguments[0]))
    try store["a"].put(1, forKey: 1)
    say(store.path)
  },
]

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2, let command = commands[arguments[0]] else {
  say("usage: store-child COMMAND PATH [ARGUMENT...]")
  exit(64)
}
do {
  try command(arguments[1], Array(arguments.dropFirst(2)))
} catch let error as StoreError {
  say(error.code.rawValue)
}
