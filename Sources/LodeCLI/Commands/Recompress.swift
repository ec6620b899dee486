internal import ArgumentParser
internal import LodeStore

struct Recompress: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Stores older rows as new ones would be.",
    discussion: """
      Rows are rewritten with the compression and the dictionary that their collection has
      now; what they hold does not change. Others can write meanwhile. After an
      interruption the command goes on where it was. The file does not shrink by itself:
      'lode copy --compact' makes a smaller one.

        lode recompress shop.lode
        lode recompress shop.lode orders
      """)

  @Argument(help: "The store's directory.", completion: .directory) var store: String
  @Argument(help: "The collection's name; without it, all.") var collection: String?
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    var progress: Progress?
    let done = try StoreLocation.write(store) { store in
      if let collection { try store.checkCollection(collection) }
      let listed = try store.statistics().collections.filter {
        collection == nil || $0.name == collection
      }
      let total = listed.reduce(0) { $0 + $1.rows }
      var shown = Progress("recompressing", total: total, on: console)
      defer { progress = shown }
      return try store.recompress(collection) { shown.show($0.rows, rows: $0.rows) }
    }
    progress?.end()
    let seconds = progress?.seconds ?? 0
    if output.json {
      return try console.print(
        .object([
          "rows": .int(done.rows), "rewritten": .int(done.rewritten),
          "savedBytes": .int(done.savedBytes), "seconds": .double(seconds),
        ]))
    }
    try console.print(
      "rewrote \(grouped(done.rewritten)) of \(count(done.rows, "row")), "
        + "\(done.savedBytes < 0 ? "-" : "")\(size(abs(done.savedBytes))) saved, "
        + "in \(duration(seconds))")
  }
}
