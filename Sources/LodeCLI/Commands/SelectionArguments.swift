internal import ArgumentParser
internal import LodeCoding
internal import LodeModels
internal import LodeStore

/// The options `--param` and `--partition` of commands with a condition.
struct ConditionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The value of the parameter :name.", valueName: "name=value"))
  var param: [String] = []

  @OptionGroup var partition: PartitionOption

  func validate() throws {
    for text in param where !text.contains("=") {
      throw ValidationError("'\(text)' is not a parameter. Write --param name=value")
    }
  }

  /// Parses a condition with its order, limit, and offset.
  ///
  /// - Throws: `Failure` if the text has an error, or if a parameter has no value.
  func selection(_ text: String) throws -> Selection {
    do throws(ConditionError) {
      return try Selection(parsing: text, parameters: parameters)
    } catch {
      throw Failure(
        "The condition has an error at character \(error.offset ?? 0): \(error.message)",
        remedy: "Write a condition like age > 30 AND name LIKE 'a%'. See 'lode query --help'.")
    }
  }

  private var parameters: ConditionParameters {
    var named: [String: ArchiveValue] = [:]
    for text in param {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      named[String(parts[0])] = .string(String(parts[1]))
    }
    return ConditionParameters(named: named)
  }

  /// Returns the rows of a collection, or of the partition, that match a selection.
  ///
  /// If `isChange` is true, an outdated index cannot select a row that does not match.
  ///
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a field of the selection
  ///     is unknown.
  ///   - `StoreError` caused by a `ConditionError` with `typeMismatch` if a value does not fit the
  ///     recorded type of a field.
  ///   - `StoreError` with one of these codes: `collectionNotFound` if the collection does not
  ///     exist, `invalidLimit` for a negative limit or offset, or `damaged` for damaged data.
  func rows(
    of access: CollectionAccess, _ selection: Selection, isChange: Bool = false
  ) throws -> RowSelection {
    try access.checkExists()
    let names = FieldNames(isChange: isChange)
    return try partition.partition == nil
      ? RowSelection(ofAll: access, selection, names: names)
      : RowSelection(access, partition.partition, selection, names: names)
  }
}

/// The parser of paths and orders on the command line, in the syntax of index fields.
enum PathArguments {
  /// Parses paths, separated by commas.
  ///
  /// - Throws: `Failure` if a path is invalid, or has one of the signs `-`, `~`, and `[]` of index
  ///   fields.
  static func list(_ text: String) throws -> [ArchivePath] {
    try orders(text).map { order in
      guard !order.isDescending else {
        throw Failure(
          "'-\(order.path)' is not a path", remedy: "Write a hyphen only in --order.")
      }
      return order.path
    }
  }

  /// Parses orders, separated by commas; a hyphen before a path means descending.
  ///
  /// - Throws: `Failure` if a path is invalid, or has one of the signs `~` and `[]` of index
  ///   fields.
  static func orders(_ text: String) throws -> [PathOrder] {
    try IndexPart.list(parsing: text).map { part in
      guard !part.path.names.isEmpty, !part.isFolded, !part.isEachElement else {
        throw Failure(
          "'\(part)' is not a path",
          remedy: "Separate names with dots, and write unusual names in backquotes.")
      }
      return part.isDescending ? .descending(part.path) : .ascending(part.path)
    }
  }
}
