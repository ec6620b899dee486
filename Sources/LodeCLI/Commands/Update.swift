internal import ArgumentParser
internal import Lode
internal import LodeCoding
internal import LodeStore

struct Update: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sets fields of the rows that a condition chooses.",
    discussion: """
      All of them or none. --set takes a JSON object: its members replace the fields
      of those names, and the others stay. Documents may get new fields; of rows of
      other types only fields are set that they have, to values of the fields' types.

        lode update shop.lode orders --where "total > 100" --set '{"state":"large"}'
      """)

  @OptionGroup var place: CollectionArguments
  @Option(name: .customLong("where"), help: "Change the rows that this condition chooses.")
  var condition: String
  @Option(help: "The fields and their values, as a JSON object.") var set: String
  @OptionGroup var options: ConditionOptions
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let selection = try options.selection(condition)
    let fields = try fields()
    let outcome = try StorePlace.write(place.store) { store in
      try store.write { transaction in
        let access = transaction.scope.access(to: place.collection)
        var outcome = UpdateOutcome()
        for key in try options.rows(of: access.reading, selection).keys() {
          let put = try access.change(key) { try set(fields, in: &$0, key) }
          outcome.matched += 1
          if put != .unchanged { outcome.changed += 1 }
        }
        return outcome
      }
    }
    try output.json
      ? console.print(
        .object(["matched": .int(outcome.matched), "changed": .int(outcome.changed)]))
      : console.print(
        "changed \(outcome.changed) of \(count(outcome.matched, "row"))")
  }

  private func fields() throws -> [String: ArchiveValue] {
    do {
      return try ArchiveValue.fields(json: set.utf8.span)
    } catch {
      throw Failure("--set is no JSON object: \(error)", remedy: "Write one like '{\"age\":4}'.")
    }
  }

  private func set(
    _ fields: [String: ArchiveValue], in archive: inout Archive, _ key: [UInt8]
  ) throws {
    let isDocument = archive.isDocument
    let before = archive.root.object?.schema
    for (name, value) in fields {
      let isThere = archive.root.object?.contains(name) ?? isDocument
      if isThere { archive.root[name] = value }
      guard isThere, archive.root.object?.schema == before else {
        throw Failure(
          "The row with the key \(RowKey(bytes: key, format: .tuple)) has no field "
            + "\(quotedJSON(name)) for \(value)",
          remedy: "Its fields and their types are listed by 'lode schema'; nothing was changed.")
      }
    }
  }
}

extension WriteAccess {
  /// Changes the archive of a row; the row keeps having times, or none.
  fileprivate func change(
    _ key: [UInt8], _ change: (inout Archive) throws -> Void
  ) throws -> PutOutcome {
    var found: Archive?
    var isStamped = false
    let reading = reading
    _ = try reading.withRow(key.span, .tuple) { row in
      found = try reading.archive(row.bytes, row.type)
      isStamped = row.stamp != nil
    }
    guard var archive = found else { return .unchanged }
    try change(&archive)
    return try put(
      archive.forStore(), forKey: key.span, .replace, isStamped: isStamped) ?? .unchanged
  }
}
