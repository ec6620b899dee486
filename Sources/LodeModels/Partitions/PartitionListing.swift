internal import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns the names of the partitions in which a model has rows, in key order.
  ///
  /// ```swift
  /// let users = try store.read { try $0.partitions(of: City.self) }
  /// ```
  ///
  /// A partition is a named part of a collection, for example with the rows of one user. The call
  /// returns the names of all partitions, even on a view of one partition.
  ///
  /// - Complexity: O(p log n) for p partitions and n rows. The call reads one row of each
  ///   partition.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails for a row that the call reads.
  ///   - `StoreError` with `damaged` if the file or a row is damaged, or `invalidKey` if a key is
  ///     malformed.
  public func partitions<M: Model>(of type: M.Type) throws -> [String] {
    try RowLocation.partitions(in: access(to: M.collectionName))
  }
}
