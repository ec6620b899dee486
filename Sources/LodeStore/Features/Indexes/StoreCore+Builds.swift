internal import LodeLMDB
internal import Synchronization

extension StoreCore {
  /// Schedules the rebuild of indexes with an earlier layout, and of unfinished indexes of kinds
  /// that have earlier layouts.
  func resumeBuilds() throws(StoreError) {
    func isUnfinished(_ index: IndexRuntime) -> Bool {
      index.state == .building && indexKind(of: index.definition).hasEarlierLayouts
    }
    let building = published.withLock { $0.catalog.catalog.collections.values }
      .filter { $0.indexes.contains(where: isUnfinished) }
    if building.isEmpty || !rebuilding.isOn { return }
    let handle = try storeErrors { () throws(LMDBError) in try environment.beginRead() }
    defer { environment.endRead(handle) }
    for info in building {
      for index in info.indexes where isUnfinished(index) && !index.table.isRefused {
        let rows = try storeErrors { () throws(LMDBError) in try handle.count(index.table.place) }
        if rows > 0 { rebuilding.add(info.id) }
      }
    }
  }
}
