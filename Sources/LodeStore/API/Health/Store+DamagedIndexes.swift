extension Store {
  /// Rebuilds the indexes with damaged pages, unless the store is open read-only.
  ///
  /// If a rebuild fails, the index stays marked as damaged.
  package func rebuildDamagedIndexes() {
    if !options.readOnly { queue.rebuildDamagedIndexes() }
  }
}

extension WriteScope {
  /// Rebuilds the indexes with damaged pages in this write.
  ///
  /// If the write rolls back, the rebuilds roll back too. An index stays damaged if its rebuild
  /// fails. The rebuilds alone give the commit no new revision.
  package func rebuildDamagedIndexes() { context.rebuildDamagedIndexes() }
}
