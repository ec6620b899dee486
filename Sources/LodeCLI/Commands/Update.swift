internal import ArgumentParser
internal import LodeCoding
internal import LodeModels
internal import LodeStore

struct Update: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sets fields of the rows that match a condition.",
    discussion: """
      All matching rows change, or none. --set takes a JSON object: its members replace the
      fields of the same names. --dry-run prints the matching rows. Only --all changes every
      row of a collection; an empty condition is an error.

      Each name in --set must be a field of some row. --add-fields adds new fields to
      documents. Rows of other types keep the fields and value types of their type.

        lode update shop.lode orders --where "total > 100" --set '{"state":"large"}'
        lode update shop.lode orders --all --set '{"seen":true}' --add-fields
      """)

  @OptionGroup var place: CollectionArguments
  @Option(help: "The fields and their values, as a JSON object.") var set: String
  @Flag(help: "Allow --set to add fields that no document has yet.") var addFields = false
  @OptionGroup var chosen: ChosenRowsOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if !chosen.isGiven {
      throw ValidationError("The rows are not chosen. Pass --where with a condition, or --all")
    }
  }

  func run(on console: Console) throws {
    let selection = try chosen.selection()
    let fields = try fields()
    if chosen.dryRun {
      let keys = try place.read { rows in
        try check(fields, in: rows.access)
        return try chosen.keys(in: rows.access, selection)
      }
      return try DryRun(verb: "update", keys: keys).print(on: console, asJSON: output.json)
    }
    let outcome = try StoreLocation.write(place.store, on: console) { store in
      try store.write { transaction in
        let access = transaction.scope.access(to: place.collection)
        let keys = try chosen.keys(in: access.reading, selection)
        try check(fields, in: access.reading)
        var outcome = UpdateOutcome()
        for key in keys {
          let put = try access.change(key.bytes) { try set(fields, in: &$0, key) }
          outcome.matched += 1
          if put != .unchanged { outcome.changed += 1 }
        }
        return outcome
      }
    }
    try output.json
      ? console.print(
        ["matched": .int(outcome.matched), "changed": .int(outcome.changed)])
      : console.print(
        "changed \(outcome.changed) of \(count(outcome.matched, "row"))")
  }

  /// Checks that the collection has each of the fields, unless `--add-fields` is set.
  ///
  /// `FieldNameCheck` defines the fields of a collection.
  ///
  /// - Throws: `Failure` if the collection lacks a field, or `StoreError` if a row cannot be read.
  private func check(_ fields: [String: ArchiveValue], in access: CollectionAccess) throws {
    if addFields { return }
    do {
      try FieldNameCheck(access).check(
        fields.keys.sorted().map { ArchivePath([$0]) }, in: nil, isChange: true)
    } catch let error as StoreError {
      guard let cause = error.cause as? ConditionError, cause.code == .unknownField else {
        throw error
      }
      throw Failure(
        "--set: \(cause.message)",
        remedy: "Nothing was changed. To add a field to documents, pass --add-fields.")
    }
  }

  /// Parses the object of `--set`; throws `Failure` if the text is not a JSON object.
  private func fields() throws -> [String: ArchiveValue] {
    do {
      return try ArchiveValue.fields(json: Array(set.utf8).span)
    } catch {
      throw Failure(
        "--set is not a JSON object: \(error)", remedy: "Write an object like '{\"age\":4}'.")
    }
  }

  /// Sets fields of an archive without changing the archive's type.
  ///
  /// A document can get new fields, because a document has no type.
  ///
  /// - Throws: `Failure` if the archive has a type without one of the fields, or if a value does
  ///   not fit the type of its field.
  private func set(
    _ fields: [String: ArchiveValue], in archive: inout Archive, _ key: RowKey
  ) throws {
    let isDocument = archive.isDocument
    let before = archive.root.object?.schema
    for (name, value) in fields {
      let isThere = archive.root.object?.contains(name) ?? isDocument
      if isThere { archive.root[name] = value }
      guard isThere, archive.root.object?.schema == before else {
        throw Failure(
          "The row with the key \(key) has no field "
            + "\(quotedJSON(name)) for \(value)",
          remedy: "Nothing was changed. 'lode schema' lists the fields and their types.")
      }
    }
  }
}

extension WriteAccess {
  /// Changes the archive of a row, and returns the outcome of the write.
  ///
  /// If the row does not exist, the outcome is `.unchanged`. If the row has timestamps, the write
  /// updates the timestamps.
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
