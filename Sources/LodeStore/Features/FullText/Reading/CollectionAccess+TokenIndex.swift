extension CollectionAccess {
  /// The full-text indexes that are usable in this snapshot, ordered by name.
  package var searchIndexes: [IndexDefinition] {
    (info?.indexes ?? []).filter { $0.definition.kind == .search && isUsable($0) }
      .map { $0.definitionWithTokenizers(in: name) }
  }

  private func isUsable(_ index: IndexRuntime) -> Bool {
    index.isUsable && info?.canCompute(index) == true
  }

  /// Passes a reader of a full-text index to a closure, which must not write.
  ///
  /// - Throws: The errors of ``tokenIndex(_:)``, or any error that `body` throws.
  package func withTokenIndex<R>(
    _ index: String? = nil, _ body: (TokenIndexReader) throws -> R
  ) throws -> R {
    let reader = try tokenIndex(index)
    defer { reader.close() }
    return try body(reader)
  }

  /// Opens a full-text index; the caller must close the reader before the next write.
  ///
  /// In a write, the reader sees the changes of the write. Without a name, the call uses the first
  /// usable full-text index.
  ///
  /// - Throws: One of these errors:
  ///   - ``StoreError`` with `indexNotFound` if no usable full-text index has the name.
  ///   - ``StoreError`` with `damaged` if the index is damaged.
  ///   - ``StoreError`` with `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task
  ///     ends the search.
  package func tokenIndex(_ index: String?) throws -> TokenIndexReader {
    let found = info?.indexes.first {
      $0.definition.kind == .search && isUsable($0) && (index == nil || $0.name == index)
    }
    guard let found else {
      throw StoreError(.indexNotFound, collection: name, context: index ?? "a search index")
    }
    if found.isDistrusted { throw found.damaged(in: name) }
    try context?.known(TokenWriters.self)?.write()
    return try TokenIndexReader(found, of: name, handle)
  }
}
