internal import LodeStore

/// The watched hits of a search.
struct LiveHitList<M: Model & Sendable>: LiveContent {
  private let query: Query<M>
  private let partition: String?
  private var received = ReceivedRows<SearchHit<M>>()

  init(_ query: Query<M>, in partition: String?) {
    (self.query, self.partition) = (query, partition)
  }

  mutating func next(
    in transaction: ReadTransaction, isReopened: Bool, _ watch: CollectionWatch
  ) throws -> LiveUpdate<SearchHit<M>>? {
    let rows = try transaction.partition(partition).rows(of: query)
    let columns = rows.searchedColumns
    return try received.update(in: transaction, isReopened: isReopened) { merge in
      try rows.scanHits { match, row in
        if merge.keep(match.key.span, row) {
          // Almost every commit changes all scores, so another score is no change of a hit.
          var isModified = false
          merge.changeKept { hit in
            isModified = hit.instances != match.instances
            hit = SearchHit(hit.object, match, columns)
          }
          if isModified { merge.markKeptModified() }
        } else {
          merge.add(SearchHit(try rows.model(row), match, columns), match.key.span, row)
        }
        return .next
      }
    }
  }
}
