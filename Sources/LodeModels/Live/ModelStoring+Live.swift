internal import LodeStore

extension ModelStoring {
  /// Returns a sequence of the models that match a query, now and after each change.
  ///
  /// The first element has the change ``LiveChange/initial``. A later element describes how its
  /// rows differ from the rows of the previous element. A commit that changes no row of the result
  /// produces no element.
  ///
  /// ```swift
  /// let biggest = City.where { $0.people > 1_000 }.order { .descending($0.people) }.limit(10)
  /// for try await update in store.live(biggest) {
  ///   switch update.change {
  ///   case .initial, .reset: print(update.rows.count, "cities")
  ///   case .changes(let changes): print(changes.insertions.count, "new cities")
  ///   }
  /// }
  /// ```
  ///
  /// After a commit that changes the model's collection, the query runs again in `next()`. Only
  /// new and changed rows are decoded. A row counts as changed if the bytes of its archive differ.
  /// The sequence keeps the rows of the last element in memory.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - throttle: The least time between two elements; the later element has all changes.
  /// - Complexity: O(1). Each element has the complexity of `fetch`, and adds O(n log n) for n rows
  ///   of the result.
  /// - Returns: The sequence, which throws the errors of `fetch`.
  public func live<M: Model & Sendable>(
    _ query: Query<M>, throttle: Duration = .zero
  ) -> LiveSequence<LiveUpdate<M>> {
    LiveSequence(store, M.collectionName, throttle, LiveRowList(query, in: partition))
  }

  /// Returns a sequence of the model at a key, now and after each change; `nil` while the row does
  /// not exist.
  ///
  /// ```swift
  /// for try await oslo in store.live(City.self, key: "Oslo") {
  ///   print(oslo?.people ?? 0)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - key: The key.
  ///   - throttle: The least time between two elements.
  /// - Complexity: O(1). Each element has the complexity of `get`.
  /// - Returns: The sequence, which throws the errors of `get`.
  public func live<M: Model & Sendable>(
    _ type: M.Type = M.self, key: M.PrimaryKey, throttle: Duration = .zero
  ) -> LiveSequence<M?> {
    LiveSequence(store, M.collectionName, throttle, LiveModel<M>(key, in: partition))
  }

  /// Returns a sequence of projected values or of an aggregate, now and after each change.
  ///
  /// A commit that does not change the answer produces no element.
  ///
  /// ```swift
  /// for try await names in store.live(City.where { $0.people > 1_000_000 }.values { $0.name }) {
  ///   print(names)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query for values or for an aggregate.
  ///   - throttle: The least time between two elements.
  /// - Complexity: O(1). Each element has the complexity of `fetch`.
  /// - Returns: The sequence, which throws the errors of `fetch`.
  public func live<M: Model, Answer: Equatable & Sendable>(
    _ query: FieldQuery<M, Answer>, throttle: Duration = .zero
  ) -> LiveSequence<Answer> {
    let content = LiveAnswer(partition) { reader in try reader.fetch(query) }
    return LiveSequence(store, M.collectionName, throttle, content)
  }

  /// Returns a sequence of the number of models that match a query, now and after each change.
  ///
  /// A commit that does not change the number produces no element.
  ///
  /// ```swift
  /// for try await count in store.liveCount(City.where { $0.people > 1_000_000 }) {
  ///   print(count)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - throttle: The least time between two elements.
  /// - Complexity: O(1). Each element has the complexity of `count`.
  /// - Returns: The sequence, which throws the errors of `count`.
  public func liveCount<M: Model>(
    _ query: Query<M>, throttle: Duration = .zero
  ) -> LiveSequence<Int> {
    let content = LiveAnswer(partition) { reader in try reader.count(query) }
    return LiveSequence(store, M.collectionName, throttle, content)
  }
}
