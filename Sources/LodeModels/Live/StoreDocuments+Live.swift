public import LodeCoding
public import LodeStore

extension StoreDocuments {
  /// Returns a sequence of the documents that match a selection, now and after each change.
  ///
  /// The first element has the change ``LiveChange/initial``. A later element describes how its
  /// rows differ from the rows of the previous element. A commit that changes no document of the
  /// result produces no element.
  ///
  /// ```swift
  /// let old = try Selection(parsing: "age > 9 ORDER BY age DESC LIMIT 10")
  /// for try await update in store.documents("pets").live(old) {
  ///   print(update.rows.compactMap { $0["name"] })
  /// }
  /// ```
  ///
  /// A document counts as changed if its fields change. Timestamps and the revision alone are no
  /// change, but the rows of an element always have the current ones. The first read that finds
  /// documents in the collection checks the selection. Later reads are lenient
  /// (`Selection.lenient()`), so the last document with a field can be deleted.
  ///
  /// - Parameters:
  ///   - selection: The selection; all documents by default.
  ///   - fields: The fields whose changes count; `nil` for all fields. An element then follows if
  ///     one of these fields, the documents of the result, or their order changes.
  ///   - throttle: The least time between two reads; the later read has all changes.
  /// - Complexity: O(1). Each element has the complexity of `fetch`, and adds O(n log n) for n
  ///   documents of the result.
  /// - Returns: The sequence, which throws the errors of `fetch`.
  public func live(
    _ selection: Selection = Selection(), fields: [ArchivePath]? = nil,
    throttle: Duration = .zero
  ) -> LiveSequence<LiveUpdate<Document>> {
    let source = DocumentSource(self, selection)
    return LiveSequence(store, name, throttle, LiveRowList(source, LiveOptions(fields: fields)))
  }

  /// Returns a sequence of the document at a key, now and after each change; `nil` while the
  /// document does not exist.
  ///
  /// ```swift
  /// for try await rex in store.documents("pets").live(key: "rex") {
  ///   print(rex?["age"] ?? nil)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - throttle: The least time between two reads.
  /// - Complexity: O(1). Each element has the complexity of `get`.
  /// - Returns: The sequence, which throws the errors of `get`.
  public func live(
    key: some KeyConvertible, throttle: Duration = .zero
  ) -> LiveSequence<Document?> {
    let own = RowKey(key)
    let stored = Result { try RowLocation(partition).rowKey(key) }
    let content = LiveRow(stored, of: name) { row, access in
      try access.document(row, key: own)
    }
    return LiveSequence(store, name, throttle, content)
  }

  /// Returns a sequence of the number of documents that match a selection, now and after each
  /// change.
  ///
  /// A commit that does not change the number produces no element. The first read that finds
  /// documents in the collection checks the selection. Later reads are lenient
  /// (`Selection.lenient()`).
  ///
  /// ```swift
  /// for try await count in store.documents("pets").liveCount() { print(count) }
  /// ```
  ///
  /// - Parameters:
  ///   - selection: The selection; all documents by default.
  ///   - throttle: The least time between two reads.
  /// - Complexity: O(1). Each element has the complexity of `count`.
  /// - Returns: The sequence, which throws the errors of `count`.
  public func liveCount(
    _ selection: Selection = Selection(), throttle: Duration = .zero
  ) -> LiveSequence<Int> {
    LiveSequence(store, name, throttle, LiveDocumentCount(DocumentSource(self, selection)))
  }
}
