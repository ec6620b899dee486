internal import ArgumentParser
internal import LodeLMDB
internal import LodeStore

struct Verify: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks every page, row, checksum and index of a store.",
    discussion: """
      The store does not change. The exit status is 1 if the store is damaged. 'lode repair'
      rebuilds indexes that do not match their rows.

        lode verify shop.lode
      """)

  @OptionGroup var place: StoreArgument
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let progress = Progress("verifying", on: console)
    let report = try verified(place.store)
    if output.json {
      try console.print([
        "sound": .bool(report.isSound), "collections": .int(report.collections),
        "rows": .int(report.rows), "bytes": .int(report.bytes),
        "problems": .array(report.problems.map(JSONValue.string)),
        "problemCount": .int(report.problemCount),
        "damagedIndexes": .array(
          report.damagedIndexes.map { indexDocument($0.collection, $0.index) }),
        "uncheckedIndexes": .array(
          report.uncheckedIndexes.map { indexDocument($0.collection, $0.index) }),
        "seconds": .double(progress.seconds),
      ])
    } else {
      for problem in report.problems { try console.print(problem) }
      for index in report.uncheckedIndexes {
        try console.print(
          "not checked: \(index.collection), index \(index.index): the tool lacks its function")
      }
    }
    if !report.isSound {
      throw Failure(
        "The store \"\(place.store)\" is damaged: \(count(report.problemCount, "problem"))",
        remedy: report.remedy(for: place.store))
    }
    if output.json { return }
    try console.print(
      "sound: \(count(report.rows, "row")) in \(count(report.collections, "collection")), "
        + "\(size(report.bytes)) of values, in \(duration(progress.seconds))")
  }
}

/// Verifies a store; if damage prevents the check, the report contains the damage as a problem.
private func verified(_ path: String) throws -> VerifyReport {
  do {
    return try StoreLocation.read(path, checking: .full) { try $0.verify() }
  } catch let error as StoreError where error.code == .damaged {
    return VerifyReport(damage: error.context)
  }
}

extension VerifyReport {
  /// Returns the remedy for a damaged store.
  fileprivate func remedy(for path: String) -> String {
    if problemCount == damagedIndexes.count {
      return "The rows are sound: 'lode repair \(path)' rebuilds the indexes."
    }
    return "Nothing was changed. Restore the store from a backup, or save its rows with"
      + " 'lode salvage'."
      + (unreadableRows.isEmpty
        ? "" : " 'lode repair --quarantine' moves unreadable rows away.")
      + (damagedIndexes.isEmpty ? "" : " 'lode repair' rebuilds the indexes.")
  }
}

/// Returns the names of an index and its collection as JSON; `nil` becomes an empty string.
func indexDocument(_ collection: String?, _ index: String?) -> JSONValue {
  ["collection": .string(collection ?? ""), "index": .string(index ?? "")]
}
