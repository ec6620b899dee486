internal import ArgumentParser
internal import LodeStore

struct Recompress: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compresses old rows like new rows.",
    discussion: """
      Rewrites rows with the current compression and dictionary of their collection. The
      contents do not change. Other programs can write at the same time. After an
      interruption, the next run continues. The file does not shrink; 'lode copy --compact'
      makes a smaller file.

        lode recompress shop.lode
        lode recompress shop.lode orders
      """)

  @Argument(help: "The store's directory.", completion: .directory) var store: String
  @Argument(help: "The collection's name; without a name, all collections.") var collection: String?
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let (done, seconds) = try StoreLocation.write(store, on: console) { store in
      if let collection { try store.checkCollection(collection) }
      let listed = try store.statistics().collections.filter {
        collection == nil || $0.name == collection
      }
      let total = listed.reduce(0) { $0 + $1.rows }
      var progress = Progress("recompressing", total: total, on: console)
      defer { progress.end() }
      let done = try store.recompress(collection) { progress.show($0.rows, rows: $0.rows) }
      return (done, progress.seconds)
    }
    if output.json {
      return try console.print([
        "rows": .int(done.rows), "rewritten": .int(done.rewritten),
        "savedBytes": .int(done.savedBytes), "seconds": .double(seconds),
      ])
    }
    try console.print(
      "rewrote \(grouped(done.rewritten)) of \(count(done.rows, "row")), "
        + "\(done.savedBytes < 0 ? "-" : "")\(size(abs(done.savedBytes))) saved, "
        + "in \(duration(seconds))")
  }
}
