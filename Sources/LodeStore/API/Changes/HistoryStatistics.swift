internal import LodeLMDB

/// The state of a store's change log, in ``StoreStatistics/history``.
public struct HistoryStatistics: Sendable, Hashable {
  /// The policy of the log; `off` without a log.
  public let policy: HistoryPolicy
  /// The size of the log's pages, in bytes.
  public let bytes: Int
  /// The revisions of the oldest and the newest record; `nil` without a record.
  public let revisions: ClosedRange<UInt64>?
  /// The acknowledged position of each named consumer.
  public let consumers: [String: ChangePosition]

  init(_ handle: TransactionHandle, _ snapshot: CatalogSnapshot) throws(StoreError) {
    let catalog = CatalogTable(transaction: handle, table: snapshot.table)
    consumers = try ChangeConsumers(table: catalog).all()
    guard let log = snapshot.catalog.changeLog else {
      (policy, bytes, revisions) = (.off, 0, nil)
      return
    }
    let table = ChangeLogTable(log, in: handle)
    if log.table.isRefused { throw table.damaged() }
    policy = HistoryPolicy(limits: log.limits)
    bytes = try table.size()
    revisions = try table.bounds().map { $0.oldest...$0.newest }
  }
}
