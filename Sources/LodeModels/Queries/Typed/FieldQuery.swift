internal import LodeCoding
internal import LodeStore

/// What is asked of some fields of the rows that a query chooses; `fetch` gives the answer.
///
/// ```swift
/// let cities = try store.fetch(City.where { $0.people > 1_000 }.values { $0.name })  // [String]
/// let most = try store.fetch(Query(City.self).maximum { $0.people }) ?? 0
/// ```
///
/// No model is made: rows are asked for these fields alone, and where an index knows the answer,
/// not even that.
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
  /// What is asked of the fields of a query's rows.
  ///
  /// - Complexity: O(rows of the type), and O(k log k) for k chosen ones to sort them.
  /// - Throws: as `fetch` of models; `ArchiveError` with `outOfRange` for a sum of integers that is
  ///   none.
  public func fetch<M: Model, Answer>(_ query: FieldQuery<M, Answer>) throws -> Answer {
    try query.answer { try rows(of: $0) }
  }
}
