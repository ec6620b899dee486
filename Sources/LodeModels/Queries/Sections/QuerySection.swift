public import LodeCoding
public import LodeStore

/// Consecutive rows of a result with the same value at a path.
public struct QuerySection<Row> {
  /// The common value, or `.null`; a number without a fraction is an integer.
  public let title: ArchiveValue
  /// The models or the documents, in the query's order.
  public let rows: [Row]

  /// The number of rows.
  public var count: Int { rows.count }
}

extension QuerySection: Sendable where Row: Sendable {}

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns the models that match a query, in sections with the same value at a path.
  ///
  /// Sections are sorted by their value, descending if the query's first order is descending by the
  /// path. Models in a section are in the query's order. `groups(by:_:_:)` returns values and
  /// counts without decoding models, and uses a counting index.
  ///
  /// - Complexity: as `fetch`, ordered by the path first.
  /// - Throws: the errors of `fetch`.
  public func sections<M: Model>(
    by path: ArchivePath, _ query: Query<M>
  ) throws -> [QuerySection<M>] {
    let rows = try rows(of: query)
    return try rows.sections(by: path) { _, row in
      try rows.access.unarchive(row.bytes, row.type, as: M.self, AllowedTypes())
    }
  }
}

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Returns the documents that match a selection, in sections with the same value at a path.
  ///
  /// Sections are sorted by their value, descending if the selection's first order is descending by
  /// the path. Documents in a section are in the selection's order. `groups(by:_:_:)` returns
  /// values and counts without decoding documents, and uses a counting index.
  ///
  /// - Complexity: as `fetch`, ordered by the path first.
  /// - Throws: the errors of `fetch`.
  public func sections(
    by path: ArchivePath, _ selection: Selection = Selection()
  ) throws -> [QuerySection<Document>] {
    let rows = try rows(of: selection)
    return try rows.sections(by: path) { key, row in
      try rows.access.document(row, key: rows.place.key(key))
    }
  }
}

extension RowSelection {
  /// Returns the rows in sections with the same value at a path.
  func sections<Row>(
    by path: ArchivePath, _ make: (Span<UInt8>, borrowing RowValue) throws -> Row
  ) throws -> [QuerySection<Row>] {
    let path = try checked([path])[0]
    var rows = self
    if selection.orders.first?.path != path {
      rows.selection.orders.insert(.ascending(path), at: 0)
    }
    var reader = try RowCondition(.constant(true), others: [path])
    var sections: [QuerySection<Row>] = []
    var title: ArchiveValue?
    var members: [Row] = []
    try rows.scan { key, row in
      let value = try reader.value(0, of: row, key: key, in: access)?.sameForEqual ?? .null
      if let title, title.order(value) != 0 {
        sections.append(QuerySection(title: title, rows: members))
        members = []
      }
      if members.isEmpty { title = value }
      members.append(try make(key, row))
      return .next
    }
    if let title { sections.append(QuerySection(title: title, rows: members)) }
    return sections
  }
}
