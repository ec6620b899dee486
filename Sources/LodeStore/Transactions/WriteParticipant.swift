/// A part of a write's state that belongs to one feature.
///
/// A session has at most one participant of each type, and creates the participant at the first
/// use. Participants act only when a savepoint or the write begins or ends, and not for each row.
/// The session calls its participants in the order of their creation.
protocol WriteParticipant: AnyObject {
  /// Creates the participant of a write or savepoint.
  ///
  /// A savepoint's participant can copy the state of the participant of `session.parent`.
  init(_ session: WriteSession)

  /// Writes pending changes, before a savepoint begins and before the write or savepoint ends.
  ///
  /// A savepoint uses the same tables, so afterwards, the participant must not rely on their
  /// content. An error undoes the savepoint or the write.
  func flush() throws(StoreError)

  /// Releases cursors and memory at the end of the write or savepoint, also after an error.
  func end()

  /// Discards the pending changes of a table that the write empties or replaces.
  func discardChanges(ofTable id: UInt32)

  /// Adopts the changes of a completed savepoint.
  func adopt(_ child: Self)

  /// The action after the commit of the write, or `nil`.
  ///
  /// The session reads the property after `end`. The action also runs if the commit was unnecessary
  /// because the write changed nothing.
  var afterCommit: ((StoreCore) -> Void)? { get }
}

extension WriteParticipant {
  func flush() throws(StoreError) {}
  func end() {}
  func discardChanges(ofTable id: UInt32) {}
  func adopt(_ child: Self) {}
  var afterCommit: ((StoreCore) -> Void)? { nil }
}
