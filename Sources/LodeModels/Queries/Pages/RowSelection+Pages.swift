internal import LodeCoding
package import LodeStore

extension RowSelection {
  /// Calls `body` with the next rows after a token, up to a limit.
  ///
  /// - Returns: The token of the next page; `nil` after the last row, or `token` for the limit 0.
  /// - Throws: `StoreError` caused by a ``QueryError`` with `invalidPageToken` if the token belongs
  ///   to another query.
  package func page(
    limit: Int, after token: PageToken?,
    _ body: (Span<UInt8>, borrowing RowValue) throws -> Void
  ) throws -> PageToken? {
    try access.checkLimit(limit)
    var rows = self
    if let token {
      rows.after = try position(token)
      rows.selection.offset = 0
    }
    guard limit > 0 else { return token }
    rows.selection.limit = limit == .max ? limit : limit + 1
    if selection.orders.isEmpty, case .matched(let matched) = try rows.plan() {
      return try rows.rankedPage(limit: limit, matched, digest, body)
    }
    var reader = try RowCondition(.constant(true), others: selection.orders.map(\.path))
    var count = 0
    var last: PagePosition?
    var hasMore = false
    try rows.scan { key, row in
      if count == limit {
        hasMore = true
        return .stop
      }
      try body(key, row)
      count += 1
      if count < limit { return .next }
      var values: [ArchiveValue] = []
      for place in selection.orders.indices {
        values.append(try reader.value(place, of: row, key: key, in: access) ?? .null)
      }
      last = PagePosition(values: values, key: key.copied())
      return .next
    }
    guard hasMore, let last else { return nil }
    return try PageToken(last, digest: digest)
  }

  private func position(_ token: PageToken) throws -> PagePosition {
    let count = terms != nil && selection.orders.isEmpty ? 1 : selection.orders.count
    guard token.digest == digest, token.position.values.count == count else {
      let error = PageToken.invalid("belongs to another query", collection: access.name)
      throw StoreError(.invalidPageToken, collection: access.name, cause: error)
    }
    return token.position
  }

  /// A hash of the query's collection, partition, condition, order, and search.
  private var digest: UInt64 {
    let query = Selection(selection.condition, orderedBy: selection.orders)
    let place: [KeyComponent] =
      [
        .string(access.name), place.partition.map(KeyComponent.string) ?? .null, .bool(isOfAll),
        .string("\(query)"),
      ] + (terms.map { [.string($0.identity)] } ?? [])
    return Checksum.rapidhash(Key(components: place).bytes.span, seed: 0)
  }
}
