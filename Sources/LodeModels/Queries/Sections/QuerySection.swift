public import LodeCoding
public import LodeStore

/// Rows that follow each other in the results of a query and have the same value at a path.
public struct QuerySection<Row> {
  /// The value, `.null` where there is none; an integer for every number that is one.
  public let title: ArchiveValue
  /// The models or the documents, in the query's order.
  public let rows: [Row]

  /// How many there are.
  public var count: Int { rows.count }
}

extension QuerySection: Sendable where Row: Sendable {}

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// The models that a query chooses, in sections of the same value at a path.
  ///
  /// Sections come in the order of their values, descending when the query's first order is of the
  /// path and descending; models within a section in the query's orders. `groups(by:_:_:)` tells
  /// the titles and the counts without making models, and from a counting index without reading
  /// rows.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: as `fetch`.
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
  /// The documents that a selection chooses, in sections of the same value at a path.
  ///
  /// Sections come in the order of their values, descending when the selection's first order is of
  /// the path and descending; documents within a section in the selection's orders.
  /// `groups(by:_:_:)` tells the titles and the counts without making documents, and from a
  /// counting index without reading rows.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: as `fetch`.
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
  /// The rows in sections of the same value at a path.
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
