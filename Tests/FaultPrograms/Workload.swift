import Foundation
import LodeLMDB
import LodeStore

/// `workload ROOT COUNT SEED [mark=PATH] [relaxed] [log]`: does transactions up to COUNT and
/// reports each.
///
/// With `log`, the store keeps a change log of its last 30 revisions.
///
/// A relaxed one reports only that they began, for any of the last may be lost.
@Sendable func runWorkload(_ arguments: Arguments) throws -> Int32 {
  let root = arguments.text(0)
  let marks = try Marks(arguments.option("mark") ?? root + "/w.ack")
  var options = StoreOptions()
  if arguments.has("relaxed") { options.durability = .relaxed }
  if arguments.has("log") { options.history = .keep(revisions: 30, images: true) }
  let store = try Store(storePath(root), options: options)
  let count = arguments.number(1)
  var number = try store.transactionsDone() + 1
  while number <= count {
    let plan = Plan(seed: arguments.seed(2), number: number)
    marks.write("START \(number)")
    try store.perform(plan)
    if options.durability == .full { marks.write("ACK \(number)") }
    number += 1
  }
  store.close()
  return 0
}

/// The file that tells how far a workload has come; each line is one `write`.
struct Marks {
  private let file: FileHandle

  init(_ path: String) throws {
    let url = URL(fileURLWithPath: path)
    if !FileManager.default.fileExists(atPath: path) { try Data().write(to: url) }
    file = try FileHandle(forWritingTo: url)
    try file.seekToEnd()
  }

  func write(_ line: String) { file.write(Data("\(line)\n".utf8)) }
}
