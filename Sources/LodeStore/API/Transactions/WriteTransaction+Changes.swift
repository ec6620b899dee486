internal import LodeLMDB

// What observers and consumers of the store's changes learn about a write.
extension WriteTransaction {
  /// A text about this write for the receivers of its changes, for example the name of an editor.
  ///
  /// ``ChangeSet/userInfo`` has the text, also in the change log. An error of a savepoint restores
  /// the text before the savepoint. The empty text counts as no text.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   transaction.userInfo = "import"
  ///   try transaction["users"].put("Ada", forKey: 1)
  /// }
  /// ```
  public var userInfo: String? {
    get { context.userInfo }
    nonmutating set { context.userInfo = newValue?.isEmpty == true ? nil : newValue }
  }

  /// Runs `action` after the commit of this write, but not if the write or its savepoint fails.
  ///
  /// The actions of all writes run one after another, in the order of the commits, on a serial
  /// queue of the store. An action can read and write the store. The write does not wait for its
  /// actions. An action can run twice only if the program attaches the action twice.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction["photos"].delete("sunset")
  ///   transaction.onCommit { print("the photo is deleted") }
  /// }
  /// ```
  ///
  /// - Complexity: O(1).
  public func onCommit(_ action: @escaping @Sendable () -> Void) {
    context.participant(CommitActions.self).add(action)
  }

  /// Records that a consumer has processed all changes up to a position, as part of this write.
  ///
  /// ``Store/changes(since:as:)`` continues after the position. A consumer that writes its effects
  /// in the same write processes each change exactly once. The acknowledgement alone gives the
  /// commit no new revision.
  ///
  /// - Parameters:
  ///   - position: The position of the last processed event.
  ///   - consumer: The name of the consumer, 1 to 480 bytes.
  /// - Complexity: O(log c) for the c rows of the catalog.
  /// - Throws: ``StoreError`` with `invalidName` for a name of another length, or `closed` if the
  ///   write has ended.
  public func acknowledge(
    _ position: ChangePosition, as consumer: String
  ) throws(StoreError) {
    try context.checkOpen()
    try ChangeConsumers.checkName(consumer)
    let value = CatalogRecord.encode(position, at: context.time)
    try context.recording { () throws(StoreError) in
      try context.batch.errors { () throws(LMDBError) in
        try context.catalogTable.put(value, CatalogRecord.consumerKey(consumer))
      }
      context.hasChanges = true
    }
  }
}
