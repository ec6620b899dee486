internal import ArgumentParser
internal import LodeCoding
internal import LodeModels
internal import LodeStore

/// The values of parameters, and the partition, that commands with a condition take.
struct ConditionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The text that :name stands for.", valueName: "name=value"))
  var param: [String] = []

  @OptionGroup var partition: PartitionOption

  func validate() throws {
    for text in param where !text.contains("=") {
      throw ValidationError("--param takes name=value, not '\(text)'")
    }
  }

  /// The selection that a text says.
  func selection(_ text: String) throws -> Selection {
    do throws(ConditionError) {
      return try Selection(parsing: text, parameters: parameters)
    } catch {
      throw Failure(
        "The condition is not understood at character \(error.offset ?? 0): \(error.message)",
        remedy: "One looks like this: age > 30 AND name LIKE 'a%'. See 'lode query --help'.")
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

  /// The rows of a collection that a selection chooses.
  ///
  /// - Parameter isChange: whether the command changes the rows; then `--lenient` does not count.
  /// - Throws: `StoreError` with `collectionNotFound`; `ConditionError` with `unknownField`.
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

/// Paths on the command line, written like index paths: unusual names in backquotes.
enum PathArguments {
  /// Paths with commas between them.
  static func list(_ text: String) throws -> [ArchivePath] {
    try orders(text).map { order in
      guard !order.isDescending else {
        throw Failure(
          "'-\(order.path)' is no path", remedy: "Only an order is turned around by a hyphen.")
      }
      return order.path
    }
  }

  /// Paths with commas between them, those with a hyphen before them descending.
  static func orders(_ text: String) throws -> [PathOrder] {
    try IndexPart.list(parsing: text).map { part in
      guard !part.path.names.isEmpty, !part.isFolded, !part.isEachElement else {
        throw Failure(
          "'\(part)' is no path", remedy: "Write names with dots, odd ones in backquotes.")
      }
      return part.isDescending ? .descending(part.path) : .ascending(part.path)
    }
  }
}
