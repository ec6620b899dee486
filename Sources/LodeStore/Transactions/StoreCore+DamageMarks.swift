import Synchronization

extension StoreCore {
  /// Applies the current marks to new reads and writes.
  func applyDamageMarks() {
    let table = catalogTable
    published.withLock { state in
      // The lock prevents earlier marks from replacing later marks.
      let marks = health.marks
      state.catalog = CatalogSnapshot(state.catalog.catalog.marked(marks), table: table)
    }
  }

  /// Records damaged pages of the change log, so that the next write replaces the log.
  func noteDamage(of log: ChangeLogRecord, _ problem: String) {
    health.add(
      StoreHealth.Damage(
        .pages, problem, table: CollectionRecord.tableName(log.id), collection: nil))
    applyDamageMarks()
  }

  /// Removes the findings about a table that a commit has deleted.
  func forgetDamage(ofTable name: String) {
    if health.remove(where: { $0.table == name }) { applyDamageMarks() }
  }

  /// Removes the findings about pages, after a check without damaged pages.
  func noteSoundPages() {
    if health.remove(where: \.isOfPages) { applyDamageMarks() }
  }

  /// Removes all findings, after a check without damage.
  func noteSoundStore() {
    if health.remove(where: { _ in true }) { applyDamageMarks() }
  }
}
