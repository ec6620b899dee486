internal import ArgumentParser
internal import LodeCoding
internal import LodeModels
internal import LodeStore

/// The options for aggregates and groups of rows.
struct GroupOptions: ParsableArguments {
  @Option(help: "Print one line per group of rows with equal values at these paths.")
  var group: String?
  @Option(help: "The sum of the numbers at a path.") var sum: [String] = []
  @Option(help: "The average of the numbers at a path.") var avg: [String] = []
  @Option(help: "The lowest value at a path.") var min: [String] = []
  @Option(help: "The highest value at a path.") var max: [String] = []

  /// Whether the command line has an aggregate or a group.
  var isGiven: Bool { group != nil || !(sum + avg + min + max).isEmpty }

  /// Returns each aggregate with the name of its column; the number of rows comes first.
  private func aggregates() throws -> [(name: String, aggregate: Aggregate)] {
    func all(_ name: String, _ texts: [String], _ make: (ArchivePath) -> Aggregate) throws
      -> [(name: String, aggregate: Aggregate)]
    {
      try texts.flatMap(PathArguments.list).map { ("\(name)(\($0))", make($0)) }
    }
    return try [("count", .count)] + all("sum", sum, Aggregate.sum)
      + all("avg", avg, Aggregate.average) + all("min", min, Aggregate.minimum)
      + all("max", max, Aggregate.maximum)
  }

  /// Returns the plan of the grouped query.
  func explain(_ rows: RowSelection) throws -> QueryExplanation {
    let paths = try group.map(PathArguments.list) ?? []
    return try RowGroups(of: rows, by: paths, aggregates().map(\.aggregate)).explain()
  }

  /// Prints a line for each group within the offset and the limit of `selection`.
  ///
  /// Without JSON, a line of titles comes first.
  ///
  /// The orders of `selection` name columns of the output: a path, `count`, or an aggregate, for
  /// example `sum(total)`.
  func print(
    _ rows: RowSelection, in selection: Selection, on console: Console, asJSON: Bool
  ) throws {
    let paths = try group.map(PathArguments.list) ?? []
    let aggregates = try aggregates()
    let names = paths.map(\.description) + aggregates.map(\.name)
    let lines = try rows.allGroups(by: paths, aggregates.map(\.aggregate)).map {
      $0.values + $0.results.map { $0 ?? .null }
    }
    var table = TextTable(
      names.enumerated().map { TextTable.Column(title: $1, isNumber: $0 >= paths.count) })
    for values in try selection.window(of: lines, named: names) {
      if asJSON {
        try console.print(.object(zip(names, values).map { ($0, .json(try $1.json())) }))
      } else {
        table.add(try values.map { try $0.string ?? $0.json() })
      }
    }
    if !asJSON { for line in table.lines { try console.print(line) } }
  }
}

extension RowSelection {
  /// Returns all groups, sorted by the values at `paths`.
  ///
  /// The call ignores the selection's orders, offset, and limit.
  fileprivate func allGroups(by paths: [ArchivePath], _ aggregates: [Aggregate]) throws
    -> [QueryGroup]
  {
    var rows = self
    rows.selection.orders = []
    rows.selection.offset = 0
    rows.selection.limit = nil
    return try RowGroups(of: rows, by: paths, aggregates).all()
  }
}

extension Selection {
  /// Returns the lines in the selection's orders, within the selection's offset and limit.
  ///
  /// - Throws: `Failure` if an order names no column.
  fileprivate func window(of lines: [[ArchiveValue]], named names: [String]) throws
    -> ArraySlice<[ArchiveValue]>
  {
    let columns = try orders.map { order in
      guard let column = names.firstIndex(of: order.path.description) else {
        throw Failure(
          "Groups have no column '\(order.path)'",
          remedy: "Order by one of \(names.joined(separator: ", ")).")
      }
      return (column: column, isDescending: order.isDescending)
    }
    let sorted = lines.enumerated().sorted { a, b in
      for order in columns {
        let result = a.element[order.column].order(b.element[order.column])
        if result != 0 { return order.isDescending ? result > 0 : result < 0 }
      }
      return a.offset < b.offset
    }
    return sorted.map(\.element).dropFirst(max(offset, 0)).prefix(max(limit ?? .max, 0))
  }
}
