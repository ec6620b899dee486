internal import ArgumentParser
internal import LodeStore

struct Train: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Trains a dictionary from the rows of a collection.",
    discussion: """
      New rows are compressed with the dictionary, which makes similar rows several times
      smaller. 'lode recompress' rewrites existing rows.

        lode train shop.lode orders
        lode recompress shop.lode orders
      """)

  @OptionGroup var place: CollectionArguments
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let progress = Progress("training", on: console)
    let trained = try place.write(on: console) { try $0.trainDictionary(for: place.collection) }
    if output.json {
      return try console.print([
        "dictionary": trained.map { .int(Int($0.number)) } ?? .null,
        "bytes": .int(trained?.size ?? 0), "samples": .int(trained?.samples ?? 0),
        "seconds": .double(progress.seconds),
      ])
    }
    guard let trained else {
      return try console.print("no dictionary makes these rows smaller")
    }
    try console.print(
      "dictionary \(trained.number), \(size(trained.size)), from \(count(trained.samples, "row")), "
        + "in \(duration(progress.seconds))")
  }
}
