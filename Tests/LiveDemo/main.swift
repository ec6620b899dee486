import Foundation
import LodeModels

// A live query in the terminal, while another process writes: `swift run live-demo [SECONDS]`.
//
// The program shows the ten highest scores, and starts itself as the writer. The marks on the left
// show how a row came: `+` inserted, `^` and `v` moved, `*` changed.

struct Player: Archivable, Model {
  var name: String
  var score: Int

  static let collectionName = "player"
  static let keyFields = ["name"]
  var primaryKey: String { name }
  static let archiveSchema = ArchiveSchema(
    "Player", fields: [.init("name", String.self), .init("score", Int.self)])

  init(_ name: String, _ score: Int) { (self.name, self.score) = (name, score) }
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(score)
  }
  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    score = try archive.decode(1)
  }
}

/// Changes random players until the process is terminated.
func write(_ path: String) throws {
  let store = try Store(path, models: [Player.self])
  let names = ["Ada", "Bob", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal", "Ida", "Jo", "Kim", "Lou"]
  while true {
    let name = names.randomElement() ?? "Ada"
    if Int.random(in: 0..<8) == 0 {
      try store.delete(Player.self, name)
    } else {
      let old = try store.get(Player.self, name)?.score ?? 0
      try store.put(Player(name, old + .random(in: 1...50)))
    }
    Thread.sleep(forTimeInterval: .random(in: 0.1...0.6))
  }
}

/// Returns a mark for each row that an update has changed, by index.
func marks(_ change: LiveChange) -> [Int: String] {
  guard case .changes(let changes) = change else { return [:] }
  var marks: [Int: String] = [:]
  for index in changes.insertions { marks[index] = "+" }
  for row in changes.modifications { marks[row.new] = "*" }
  for row in changes.moves { marks[row.new] = row.new < row.old ? "^" : "v" }
  return marks
}

/// Shows the highest scores after each change.
func show(_ store: Store) async throws {
  let query = Query<Player>().order(by: .descending("score")).limit(10)
  for try await update in store.live(query) {
    let marks = marks(update.change)
    // Clears the terminal, and begins at its top.
    var lines = ["\u{1B}[2J\u{1B}[HRevision \(update.revision), written by another process", ""]
    for (index, player) in update.rows.enumerated() {
      let bar = String(repeating: "=", count: min(player.score / 20, 50))
      let name = player.name.padding(toLength: 4, withPad: " ", startingAt: 0)
      lines.append("\(marks[index] ?? " ") \(name) \(bar) \(player.score)")
    }
    print(lines.joined(separator: "\n"))
    fflush(nil)
  }
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "write", let path = arguments.last {
  try write(path)
}

let seconds = arguments.first.flatMap(Double.init) ?? 20
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-\(UUID())")
let store = try Store(folder.path, models: [Player.self])
let writer = Process()
writer.executableURL = Bundle.main.executableURL
writer.arguments = ["write", folder.path]
try writer.run()
let shown = Task { try await show(store) }
try await Task.sleep(for: .seconds(seconds))
writer.terminate()
writer.waitUntilExit()
// Closing the store ends the loop.
store.close()
try await shown.value
try FileManager.default.removeItem(at: folder)
