import LodeModels
import Testing

extension LiveUpdate {
  /// The changes of an update that is neither the first nor a reset.
  var changes: RowChanges? {
    if case .changes(let changes) = change { changes } else { nil }
  }

  /// The change as text.
  var log: String {
    switch change {
    case .initial: "initial"
    case .reset(let reason): reason.rawValue
    case .changes(let changes): changes.log
    }
  }
}

extension RowChanges {
  /// The changes as text: `-1` deletes, `+1` inserts, `0>2` moves, `0>2!` moves and modifies, and
  /// `1!` modifies.
  var log: String {
    let changes =
      deletions.map { "-\($0)" } + insertions.map { "+\($0)" }
      + moves.map { "\($0.old)>\($0.new)\($0.isModified ? "!" : "")" }
      + modifications.map { "\($0.new)!" }
    return changes.joined(separator: " ")
  }
}

/// Expects `body` to throw a `StoreError` with `code`.
func expect(
  _ code: StoreError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async {
  let error = await #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
    try await body()
  }
  #expect(error?.code == code, sourceLocation: sourceLocation)
}
