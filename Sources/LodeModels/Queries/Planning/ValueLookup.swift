internal import LodeCoding
internal import LodeStore

/// A query for the rows with one value, which a cached plan looks up in an index.
///
/// A lookup passes the same rows as the plan that ``RowSelection`` makes. A plan has lists of
/// ranges and conditions, which take half of the time of a query for one row.
struct ValueLookup: ~Copyable {
  private let plan: CachedPlan
  private let value: ArchiveValue
  /// The beginning of the keys in the partition; empty outside of partitions.
  private let partition: [UInt8]
  private let window: RowWindow

  /// Creates the lookup of a query; `nil` if the query needs another plan.
  ///
  /// - Parameters:
  ///   - plan: The plan of an earlier query with the same shape.
  ///   - selection: The query, which has no search and changes no rows.
  ///   - partition: The beginning of the keys in the partition; empty outside of partitions.
  init?(_ plan: CachedPlan, _ selection: Selection, _ partition: [UInt8]) {
    guard plan.isLookup,
      case .comparison(.path, .equal, .value(let value)) = selection.condition
    else { return nil }
    self.plan = plan
    self.value = value
    self.partition = partition
    window = RowWindow(selection)
  }

  /// Calls `body` with the key and the content of each row, in order, until `body` returns `.stop`.
  ///
  /// - Returns: `false`, without a call of `body`, if the query needs another plan.
  /// - Throws: `StoreError` with `damaged` if a row or an entry is damaged, and any error that
  ///   `body` throws.
  func scan(
    _ access: CollectionAccess,
    _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> Bool {
    var window = window
    func passes(_ key: Span<UInt8>, _ row: borrowing RowValue) throws -> IterationStep {
      guard window.takesNext() else { return .next }
      return try body(key, row) == .stop || window.isFull ? .stop : .next
    }
    var found = FoundRows(access)
    var step = IterationStep.next
    let isLookup = try plan.forEachKey(equalTo: value, in: partition, of: access) { key in
      step = try found.add(key, passes)
      return step
    }
    if step == .next { _ = try found.finish(passes) }
    return isLookup
  }
}
