internal import LodeCoding
internal import LodeStore

/// A query for single fields of the matching rows; `fetch` returns the answer.
///
/// ```swift
/// let cities = try store.fetch(City.where { $0.people > 1_000 }.values { $0.name })  // [String]
/// let most = try store.fetch(Query(City.self).maximum { $0.people }) ?? 0
/// ```
///
/// No model is decoded. Rows are read for these fields only, and a covering index answers without
/// reading rows.
public struct FieldQuery<M: Model, Answer>: Sendable {
  private let query: Query<M>
  private let answer: @Sendable (RowSelection) throws -> Answer

  init(_ query: Query<M>, _ answer: @escaping @Sendable (RowSelection) throws -> Answer) {
    self.query = query
    self.answer = answer
  }

  func answer(by rows: (Query<M>) throws -> RowSelection) throws -> Answer {
    try answer(try rows(query))
  }
}

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns projected values or an aggregate of the models that match a query.
  ///
  /// - Complexity: as `fetch` with a query; no model is decoded, and no row is read if a covering
  ///   index has the fields.
  /// - Throws: the errors of `fetch` with a query; `ArchiveError` with `outOfRange` if a sum
  ///   exceeds 64 bits.
  public func fetch<M: Model, Answer>(_ query: FieldQuery<M, Answer>) throws -> Answer {
    try query.answer { try rows(of: $0) }
  }
}
