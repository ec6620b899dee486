public import LodeCoding
public import LodeStore

/// Consecutive rows of a result with the same value at a path.
///
/// ```swift
/// let sections = try store.read { try $0.sections(by: "people", Query(City.self)) }
/// for section in sections { print(section.title, section.rows.map(\.name)) }
/// ```
public struct QuerySection<Row> {
  /// The common value; `.null` for rows without a value.
  ///
  /// Equal numbers of different types belong to one section. The title is an integer if possible:
  /// `1.0` becomes `1`.
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
  /// Sections are sorted by value, in ascending order. If the query's first order is a descending
  /// order of `path`, sections are in descending order. Models in a section are in the query's
  /// order, or sorted by key if the query has no order. The query's offset and limit count models.
  /// All values without an order, such as dictionaries, belong to one section.
  ///
  /// `groups(by:_:_:)` returns values and counts without decoding models, and can use a counting
  /// index.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query
  ///   in the order of the sections. Otherwise O(n + k log k). A search adds O(p) for p postings of
  ///   its terms.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query or `path` names,
  ///       and the query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func sections<M: Model>(
    by path: ArchivePath, _ query: Query<M>
  ) throws -> [QuerySection<M>] {
    let rows = try rows(of: query)
    return try rows.sections(by: path) { try rows.model($1) }
  }
}

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Returns the documents that match a selection, in sections with the same value at a path.
  ///
  /// Sections are sorted by value, in ascending order. If the selection's first order is a
  /// descending order of `path`, sections are in descending order. Documents in a section are in
  /// the selection's order, or sorted by key if the selection has no order. The selection's offset
  /// and limit count documents. All values without an order, such as dictionaries, belong to one
  /// section.
  ///
  /// `groups(by:_:_:)` returns values and counts without decoding documents, and can use a counting
  /// index.
  ///
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection in the order of the sections. Otherwise O(n + k log k).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the selection or `path` names a field that no
  ///       document, index, or recorded schema has. A lenient selection (`Selection.lenient()`)
  ///       allows such a field.
  ///     - `unknownField` if the selection or `path` names a component of `$key` that no model of
  ///       the collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the selection or the store
  ///     requires an index, but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row cannot be read as a document.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  public func sections(
    by path: ArchivePath, _ selection: Selection = Selection()
  ) throws -> [QuerySection<Document>] {
    let rows = try rows(of: selection)
    return try rows.sections(by: path) { try rows.document($0, $1) }
  }
}

extension RowSelection {
  /// Returns the rows in sections with the same value at a path.
  ///
  /// `make` creates a model or a document from the key and the content of a row.
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
