internal import LodeCoding
package import LodeStore

extension QueryPage {
  /// Reads the next rows of a selection after a token, up to a limit.
  ///
  /// `make` creates an element of the page from the key and the content of a row. For the limit 0,
  /// the next page has the same token.
  ///
  /// - Throws: `StoreError` caused by a ``QueryError`` with `invalidPageToken` if the token belongs
  ///   to another query.
  package init(
    of selected: RowSelection, limit: Int, after token: PageToken?,
    _ make: (Span<UInt8>, borrowing RowValue) throws -> Row
  ) throws {
    let (access, orders) = (selected.access, selected.selection.orders)
    try access.checkLimit(limit)
    var rows = selected
    let ranking = orders.isEmpty ? rows.terms : nil
    if let token {
      guard token.digest == selected.digest,
        token.position.values.count == (ranking == nil ? orders.count : 1)
      else {
        let error = PageToken.invalid("belongs to another query", collection: access.name)
        throw StoreError(.invalidPageToken, collection: access.name, cause: error)
      }
      rows.after = token.position
      rows.selection.offset = 0
    }
    guard limit > 0 else {
      self.init(rows: [], next: token)
      return
    }
    // One more row shows whether a next page exists.
    rows.selection.limit = limit == .max ? limit : limit + 1
    var found: [Row] = []
    var last: PagePosition?
    var hasMore = false
    if let ranking {
      try rows.scan(RowSearch(rows, ranking).matched()) { match, row in
        hasMore = found.count == limit
        if hasMore { return .stop }
        found.append(try make(match.key.span, row))
        if found.count == limit { last = PagePosition(after: match) }
        return .next
      }
    } else {
      var reader = try RowCondition(.constant(true), others: orders.map(\.path))
      try rows.scan { key, row in
        hasMore = found.count == limit
        if hasMore { return .stop }
        found.append(try make(key, row))
        if found.count < limit { return .next }
        let values = try reader.values(orders.count, of: row, key: key, in: access)
        last = PagePosition(values: values, key: key.copied())
        return .next
      }
    }
    let next = hasMore ? try last.map { try PageToken($0, digest: selected.digest) } : nil
    self.init(rows: found, next: next)
  }
}

extension RowSelection {
  /// A hash of the collection, the partition, the condition, the orders, and the search terms.
  fileprivate var digest: UInt64 {
    let query = Selection(selection.condition, orderedBy: selection.orders)
    let place: [KeyComponent] =
      [
        .string(access.name), place.partition.map(KeyComponent.string) ?? .null, .bool(isOfAll),
        .string("\(query)"),
      ] + (terms.map { [.string($0.identity)] } ?? [])
    return Checksum.rapidhash(Key(components: place).bytes.span, seed: 0)
  }
}
