internal import LodeLMDB

extension CollectionRuntime {
  /// Returns whether the program can compute the entries of an index.
  func canCompute(_ index: IndexRuntime) -> Bool {
    if pending != nil, migration == nil { return false }
    return index.canCompute(in: name)
  }

  /// Returns whether an index is unbuilt or disabled, has no damaged pages, and has entries that
  /// the program can compute.
  func needsBuild(_ index: IndexRuntime) -> Bool {
    (index.state == .building || index.state == .disabled) && !index.table.isRefused
      && canCompute(index)
  }
}
