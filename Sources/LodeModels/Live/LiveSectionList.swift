internal import LodeStore

/// The watched rows of a query in sections.
struct LiveSectionList<Row: Sendable, Value: Hashable & Sendable>: LiveContent {
  private var content: any LiveContent<LiveUpdate<Row>>
  private let value: @Sendable (Row) -> Value
  private var last = Sectioning<Value>([])

  /// Watches rows in sections.
  ///
  /// - Parameters:
  ///   - content: The rows, in the query's order.
  ///   - value: Returns the value of a row's section.
  init(
    _ content: some LiveContent<LiveUpdate<Row>>, _ value: @escaping @Sendable (Row) -> Value
  ) {
    (self.content, self.value) = (content, value)
  }

  mutating func next(
    in transaction: ReadTransaction, isReopened: Bool, _ watch: CollectionWatch
  ) throws -> LiveSections<Row, Value>? {
    guard let update = try content.next(in: transaction, isReopened: isReopened, watch) else {
      return nil
    }
    let (old, new) = (last, Sectioning(update.rows.map(value)))
    last = new
    var change = update.change
    var (deleted, inserted): ([Int], [Int]) = ([], [])
    if case .changes(let changes) = change {
      let difference = new.difference(from: old, changes)
      // Rows of other sections can change their order in the result, but not in the sections.
      if difference.rows.isEmpty { return nil }
      (deleted, inserted) = (difference.deleted, difference.inserted)
      change = .changes(difference.rows)
    }
    return LiveSections(
      sections: new.sections, rows: new.order.map { update.rows[$0] },
      revision: update.revision, change: change, deletedSections: deleted,
      insertedSections: inserted)
  }
}
