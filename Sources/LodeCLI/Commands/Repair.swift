internal import ArgumentParser
internal import LodeStore

struct Repair: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes the indexes anew that do not fit their rows.",
    discussion: """
      Checks everything as 'lode verify' does, before and after. Rows are never
      changed: the exit status is 1 when some are damaged.

        lode repair shop.lode
      """)

  @OptionGroup var place: StoreArgument
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    var progress = Progress("repairing", on: console)
    let report = try StorePlace.write(place.store) { store in
      try store.repair { progress.show($0.rows, rows: $0.rows) }
    }
    progress.end()
    if output.json {
      try console.print(
        .object([
          "sound": .bool(report.isSound),
          "rebuilt": .array(report.rebuilt.map(damageDocument)),
          "problems": .array(report.remaining.problems.map(JSONValue.string)),
          "problemCount": .int(report.remaining.problemCount), "seconds": .double(progress.seconds),
        ]))
    } else {
      for index in report.rebuilt {
        try console.print("made anew: \(index.collection), index \(index.index)")
      }
      for problem in report.remaining.problems { try console.print(problem) }
    }
    if !report.isSound {
      throw Failure(
        "\(place.store) is damaged: \(count(report.remaining.problemCount, "problem"))",
        remedy: "Rows are not repaired; keep a copy and restore the store from a backup or a dump.")
    }
    if output.json { return }
    try console.print(
      report.rebuilt.isEmpty
        ? "sound: nothing to repair"
        : "sound: \(count(report.remaining.rows, "row")), in \(duration(progress.seconds))")
  }
}
