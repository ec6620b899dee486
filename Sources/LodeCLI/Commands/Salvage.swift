internal import ArgumentParser
internal import LodeStore

struct Salvage: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reads every readable row of a damaged store into a new store.",
    discussion: """
      Works on a store that does not open: a truncated file, damaged pages, lost meta
      pages. The damaged store never changes, and no program may write to the store during
      the command. NEW must not exist. Indexes are built from the rows.

      The output has a line for each collection. The exit status is 1 if a row or a part of
      the catalog is lost, or may be outdated; NEW then has the rows that were found.

        lode salvage shop.lode rescued.lode
      """)

  @OptionGroup var place: StoreArgument
  @Argument(help: "The new store's directory.", completion: .directory) var new: String
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let progress = Progress("salvaging", on: console)
    let report = try Store.salvage(place.store, into: new)
    if output.json {
      try console.print([
        "complete": .bool(report.isComplete), "rows": .int(report.rows),
        "collections": .array(report.collections.map(document)),
        "problems": .array(report.problems.map(JSONValue.string)),
        "seconds": .double(progress.seconds),
      ])
    } else {
      for collection in report.collections { try console.print(line(collection)) }
      for problem in report.problems { try console.print(problem) }
    }
    if !report.isComplete {
      throw Failure(
        "\(new) lacks a part of \(place.store), or has outdated rows",
        remedy: "Keep the damaged store, and compare \(new) with a backup.")
    }
    if output.json { return }
    try console.print(
      "complete: \(count(report.rows, "row")) in "
        + "\(count(report.collections.count, "collection")), in \(duration(progress.seconds))")
  }

  private func document(_ collection: SalvageReport.Collection) -> JSONValue {
    [
      "name": .string(collection.name), "rows": .int(collection.rows),
      "lost": collection.lost.map { .int($0) } ?? .null, "older": .int(collection.older),
      "damaged": .int(collection.damaged),
      "damagedKeys": .array(collection.damagedKeys.map { .string("\($0)") }),
      "complete": .bool(collection.isComplete),
    ]
  }

  private func line(_ collection: SalvageReport.Collection) -> String {
    var parts = [count(collection.rows, "row")]
    if let lost = collection.lost {
      if lost > 0 { parts.append("\(lost) lost") }
    } else {
      parts.append("the number of lost rows is unknown")
    }
    if collection.older > 0 { parts.append("\(collection.older) perhaps outdated") }
    if collection.damaged > 0 {
      let keys = collection.damagedKeys.map { "\($0)" }.joined(separator: ", ")
      parts.append("\(collection.damaged) damaged: \(keys)")
    }
    return "\(collection.name): \(parts.joined(separator: ", "))"
  }
}
