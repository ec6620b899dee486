internal import LodeStore

extension ModelStoring {
  /// Returns a sequence of the changes of a model's rows, with the old and the new values.
  ///
  /// ```swift
  /// for try await update in store.changes(of: City.self) {
  ///   switch update.content {
  ///   case .changes(let changes):
  ///     for change in changes {
  ///       switch change {
  ///       case .inserted(let city): print("new:", city.name)
  ///       case .updated(let old, let new): print(old.people, "is now", new.people)
  ///       case .deleted(let city): print("deleted:", city.name)
  ///       }
  ///     }
  ///   case .reset: print("read all cities again")
  ///   }
  /// }
  /// ```
  ///
  /// An element follows after a commit that changes rows of the model in this partition, of this
  /// process or of another process. The element has the net effect of all commits since the last
  /// element, so a slow consumer gets one element for several commits. The first element has the
  /// changes since the creation of the iterator.
  ///
  /// The store finds the changes in `next()`, by comparing the snapshot of the last element with
  /// the newest commit. Writes do no work for the sequence, and nothing is buffered. While a
  /// consumer waits, its snapshot is at most half a second old. If the consumer does not ask for a
  /// change within 30 seconds or 10,000 commits, the store releases the snapshot, so the file does
  /// not grow without limit. The next element is then a reset
  /// (``ModelChanges/Content/reset(_:)``), and the consumer must read all rows again. Other causes
  /// of a reset are a failed commit, and a write that must enlarge the map of the file. Each
  /// iterator uses a reader slot (`StoreOptions.maximumReaders`).
  ///
  /// The sequence ends if the store is closed or the iterating task is cancelled. The sequence does
  /// not keep the store open. The consumer can read and write the store in the loop.
  ///
  /// - Parameter type: The model type.
  /// - Complexity: O(1). Each element costs O(p + s) for p pages that changed since the last
  ///   element, and the size s of the changed rows.
  /// - Returns: The sequence, which throws these errors:
  ///   - Any error of the model's `init(from:)`, and the errors of `get` for a changed row.
  ///   - `StoreError` with `damaged` if a changed page or row is damaged.
  ///   - The errors of `Store.snapshot`, but neither `closed` nor `CancellationError`.
  public func changes<M: Model & Sendable>(of type: M.Type = M.self) -> ModelChangeSequence<M> {
    ModelChangeSequence(store, in: partition)
  }
}
