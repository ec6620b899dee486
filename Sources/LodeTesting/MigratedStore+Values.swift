public import LodeModels

extension MigratedStore {
  /// Checks that the rows at the keys of the given models are equal to the models.
  ///
  /// Other rows may exist.
  ///
  /// ```swift
  /// try migrated.expect(Person(id: 1, email: "ada@example.org"), Person(id: 2))
  /// ```
  ///
  /// - Parameters:
  ///   - expected: The models that the store must contain.
  ///   - partition: The partition of the rows; `nil` for rows outside of partitions.
  /// - Complexity: O(k log n + size of the k rows) for k models and n rows in the collection.
  /// - Throws: One of these errors:
  ///   - ``MigrationMismatch`` with all differences.
  ///   - `StoreError` caused by an `ArchiveError` if a row cannot be decoded.
  ///   - `StoreError` caused by a `MigrationError` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with `readInsideWrite` inside a write of this store, or `closed` if the store
  ///     is closed.
  ///   - `StoreError` with `damaged` if the file or a row is damaged.
  ///   - `StoreError` with `typeMismatch` if a row is not an archive, or `keyFormatMismatch` if the
  ///     collection has raw keys (`RawKey`).
  ///   - Any other error of `Store.get(_:_:)`.
  public func expect<M: Model & Equatable>(
    _ expected: M..., partition: String? = nil
  ) throws {
    try expectNone(try differences(from: expected, partition))
  }

  /// Checks that the rows of a model in a partition are exactly the given models.
  ///
  /// ```swift
  /// try migrated.expectOnly([Person(id: 1, email: "ada@example.org"), Person(id: 2)])
  /// ```
  ///
  /// - Parameters:
  ///   - expected: All models that the partition must contain.
  ///   - partition: The partition of the rows; `nil` for rows outside of partitions.
  /// - Complexity: O(k log n + size of all rows of the model in the partition) for k models and n
  ///   rows in the collection.
  /// - Throws: One of these errors:
  ///   - ``MigrationMismatch`` with all differences.
  ///   - `StoreError` caused by an `ArchiveError` if a row cannot be decoded.
  ///   - `StoreError` caused by a `MigrationError` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with `readInsideWrite` inside a write of this store, or `closed` if the store
  ///     is closed.
  ///   - `StoreError` with `damaged` if the file or a row is damaged.
  ///   - `StoreError` with `typeMismatch` if a row is not an archive, or `keyFormatMismatch` if the
  ///     collection has raw keys (`RawKey`).
  ///   - Any other error of `Store.get(_:_:)`.
  public func expectOnly<M: Model & Equatable>(
    _ expected: [M], partition: String? = nil
  ) throws {
    var problems = try differences(from: expected, partition)
    let place = RowLocation(partition)
    let keys = try Set(expected.map { try place.rowKey($0.primaryKey) })
    let rows = try store.partition(partition).fetch(M.self).map { try place.rowKey($0.primaryKey) }
    let others = rows.filter { !keys.contains($0) }.sorted()
    if !others.isEmpty {
      problems.append(.init(.addedRows, M.collectionName, others, "unexpected rows"))
    }
    try expectNone(problems)
  }

  /// Checks the number of rows of a collection, in and outside of partitions.
  ///
  /// ```swift
  /// try migrated.expectCount(2, of: "person")
  /// ```
  ///
  /// - Parameters:
  ///   - expected: The number of rows that the collection must have.
  ///   - collection: The name of the collection.
  /// - Complexity: O(1).
  /// - Throws: ``MigrationMismatch`` if the number differs; `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the catalog or the table of the collection is damaged.
  ///   - The other codes of `Store.read`.
  public func expectCount(_ expected: Int, of collection: String) throws {
    let count = try store.read { try $0[collection].count }
    if count == expected { return }
    try expectNone([
      .init(
        count < expected ? .lostRows : .addedRows, collection, [],
        "expected \(expected) rows, found \(count)")
    ])
  }
}

extension MigratedStore {
  /// Returns a problem for each model whose row differs from the model or does not exist.
  private func differences<M: Model & Equatable>(
    from expected: [M], _ partition: String?
  ) throws -> [MigrationProblem] {
    let rows = store.partition(partition)
    var problems: [MigrationProblem] = []
    for model in expected {
      let found = try rows.get(M.self, model.primaryKey)
      if found == model { continue }
      let key = try RowLocation(partition).rowKey(model.primaryKey)
      problems.append(
        found.map {
          .init(.unexpectedRow, M.collectionName, [key], "expected \(model), found \($0)")
        } ?? .init(.lostRows, M.collectionName, [key], "expected \(model), found no row"))
    }
    return problems
  }
}
