internal import ArgumentParser
internal import LodeLMDB
internal import LodeStore

struct Repair: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Rebuilds damaged indexes and moves unreadable rows to a quarantine.",
    discussion: """
      Checks everything before and after the repair, like 'lode verify'. Also rebuilds
      indexes of earlier versions of Lode, whose entries have no checksums. Without
      --quarantine, rows never change, and the exit status is 1 if a row cannot be read.
      With --quarantine, unreadable rows move from their collection NAME to the collection
      quarantine.NAME, with the same keys. 'lode scan' lists the moved rows, 'lode export'
      saves the rows, and 'lode delete' deletes the rows. The quarantine holds the readable
      bytes of a damaged row.

        lode repair shop.lode
        lode repair shop.lode --quarantine
      """)

  @OptionGroup var place: StoreArgument
  @Flag(help: "Move unreadable rows out of their collections.")
  var quarantine = false
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    var progress = Progress("repairing", on: console)
    // Opening the store rebuilds the indexes with damaged pages.
    let (report, rebuilt) = try StoreLocation.write(
      place.store, on: console, checking: .full
    ) { store in
      let report = try store.repair(quarantining: quarantine) {
        progress.show($0.rows, rows: $0.rows)
      }
      return (report, store.health.rebuilt)
    }
    progress.end()
    if output.json {
      try console.print([
        "sound": .bool(report.isSound),
        "rebuilt": .array(
          rebuilt.map { indexDocument($0.collection, $0.index) }
            + report.rebuilt.map { indexDocument($0.collection, $0.index) }),
        "problems": .array(report.remaining.problems.map(JSONValue.string)),
        "problemCount": .int(report.remaining.problemCount),
        "quarantined": .array(
          report.quarantined.map {
            [
              "collection": .string($0.row.collection), "key": .string("\($0.row.key)"),
              "quarantine": .string($0.quarantine), "problem": .string($0.row.problem),
            ]
          }),
        "seconds": .double(progress.seconds),
      ])
    } else {
      for moved in report.quarantined {
        try console.print(
          "moved: \(moved.row.collection), key \(moved.row.key), to \(moved.quarantine)")
      }
      for index in report.rebuilt {
        try console.print("rebuilt: \(index.collection), index \(index.index)")
      }
      for problem in report.remaining.problems { try console.print(problem) }
    }
    if !report.isSound {
      throw Failure(
        "The store \"\(place.store)\" is damaged: \(count(report.remaining.problemCount, "problem"))",
        remedy: report.remaining.unreadableRows.isEmpty
          ? "Keep a copy, and restore the store from a backup or a dump."
          : "Restore the store from a backup, or move unreadable rows away with --quarantine."
      )
    }
    if output.json { return }
    try console.print(
      rebuilt.isEmpty && report.rebuilt.isEmpty && report.quarantined.isEmpty
        ? "sound: nothing to repair"
        : "sound: \(count(report.remaining.rows, "row")), in \(duration(progress.seconds))")
  }
}
