public import LodeCoding
public import LodeSearch
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
  /// After a commit of this process, `next()` reads only the changed rows. If rows have left a
  /// query with a limit, `next()` also reads further rows; the sequence keeps half as many spare
  /// rows as the limit, up to 512. The query runs again after a commit of another process, after
  /// more than 1,000 changes, and for a search or an offset above 1,000. Only new and changed rows
  /// are decoded. A row counts as changed if the bytes of its archive differ. The sequence keeps
  /// the rows of the last element in memory.
  ///
  /// With `fields`, an element follows only if one of these fields, the models of the result, or
  /// their order changes. For example, `fields: ["name"]` ignores changes of all other fields. The
  /// rows of an element always have all current values.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - fields: The fields whose changes count, by their archived names or the names of their
  ///     properties; `nil` for all fields.
  ///   - userInfo: The ``WriteTransaction/userInfo`` of writes that produce no element, because the
  ///     consumer itself makes these writes, and changes its list. If other writes come in between,
  ///     or the writes are unknown, the element has the change ``LiveChange/reset(_:)``.
  ///   - throttle: The least time between two reads; the later read has all changes.
  /// - Complexity: O(1). An element of c changed rows takes O(c log n + n) for n rows of the
  ///   result, or the complexity of `fetch` and O(n log n).
  /// - Returns: The sequence, which throws the errors of `fetch`. An unknown name in `fields` is
  ///   the cause `ConditionError` with `unknownField`.
  public func live<M: Model & Sendable>(
    _ query: Query<M>, fields: [ArchivePath]? = nil, excluding userInfo: String? = nil,
    throttle: Duration = .zero
  ) -> LiveSequence<LiveUpdate<M>> {
    let source = ModelSource(query: query, partition: partition)
    let rows = LiveRowList(source, LiveOptions(fields: fields, excluded: userInfo))
    return LiveSequence(store, M.collectionName, throttle, rows)
  }

  /// Returns a sequence of the models that match a query, with a given number of spare rows.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - slack: The number of rows after the query's window that the sequence keeps.
  package func live<M: Model & Sendable>(
    _ query: Query<M>, slack: Int
  ) -> LiveSequence<LiveUpdate<M>> {
    let source = ModelSource(query: query, partition: partition)
    let rows = LiveRowList(source, LiveOptions(slack: slack))
    return LiveSequence(store, M.collectionName, .zero, rows)
  }

  /// Returns a sequence of the models that match a query, in sections, now and after each change.
  ///
  /// Models with the same value belong to one section. The sections are in the order of their first
  /// models in the result. To sort the sections, let the query's first order sort the values.
  ///
  /// ```swift
  /// let cities = City.order { $0.name }
  /// for try await update in store.live(cities, sectionedBy: { $0.name.first }) {
  ///   for section in update.sections {
  ///     print(section.value ?? " ", update.rows[section.rows].map(\.name))
  ///   }
  /// }
  /// ```
  ///
  /// The first element has the change ``LiveChange/initial``. A later element describes how its
  /// sections and rows differ from the previous element.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - value: Returns the value of a model's section. For equal models, the closure must return
  ///     equal values. The closure runs outside of the caller's actor.
  ///   - throttle: The least time between two reads; the later read has all changes.
  /// - Complexity: O(1). Each element has the complexity of `fetch`, and adds O(n log n) for n rows
  ///   of the result.
  /// - Returns: The sequence, which throws the errors of `fetch`.
  public func live<M: Model & Sendable, Value: Hashable & Sendable>(
    _ query: Query<M>, sectionedBy value: @escaping @Sendable (M) -> Value,
    throttle: Duration = .zero
  ) -> LiveSequence<LiveSections<M, Value>> {
    let rows = LiveRowList(ModelSource(query: query, partition: partition))
    return LiveSequence(store, M.collectionName, throttle, LiveSectionList(rows, value))
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
  ///   - throttle: The least time between two reads.
  /// - Complexity: O(1). Each element has the complexity of `get`.
  /// - Returns: The sequence, which throws the errors of `get`.
  public func live<M: Model & Sendable>(
    _ type: M.Type = M.self, key: M.PrimaryKey, throttle: Duration = .zero
  ) -> LiveSequence<M?> {
    let stored = Result { try RowLocation(partition).rowKey(key) }
    let content = LiveRow(stored, of: M.collectionName) { row, access in
      try access.unarchive(row.bytes, row.type, as: M.self, AllowedTypes())
    }
    return LiveSequence(store, M.collectionName, throttle, content)
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
  ///   - throttle: The least time between two reads.
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
  ///   - throttle: The least time between two reads.
  /// - Complexity: O(1). Each element has the complexity of `count`.
  /// - Returns: The sequence, which throws the errors of `count`.
  public func liveCount<M: Model>(
    _ query: Query<M>, throttle: Duration = .zero
  ) -> LiveSequence<Int> {
    let content = LiveAnswer(partition) { reader in try reader.count(query) }
    return LiveSequence(store, M.collectionName, throttle, content)
  }

  /// Returns a sequence of the hits of a search, now and after each change.
  ///
  /// ```swift
  /// for try await update in store.liveSearch(Recipe.self, "bread", limit: 10) {
  ///   print(update.rows.map(\.object.title))
  /// }
  /// ```
  ///
  /// A hit counts as changed if its model or its matches change. Another score alone is no change,
  /// because almost every commit changes all scores. The rows of an element always have the current
  /// scores.
  ///
  /// - Parameters:
  ///   - type: A model type with a full-text index.
  ///   - text: The search text; the guide `Search.md` describes the language. An empty text matches
  ///     no model.
  ///   - mode: How Lode parses the text: `.language` for the search language, `.plain` for words
  ///     that must all match, or `.typing` for unfinished input.
  ///   - limit: The maximum number of hits; `nil` for no limit.
  ///   - throttle: The least time between two searches; the later search has all changes.
  /// - Complexity: O(1). Each element has the complexity of `search`, and adds O(n log n) for n
  ///   hits.
  /// - Returns: The sequence, which throws the errors of `search`.
  public func liveSearch<M: Model & Sendable>(
    _ type: M.Type, _ text: String, _ mode: SearchMode = .language, limit: Int? = nil,
    throttle: Duration = .milliseconds(50)
  ) -> LiveSequence<LiveUpdate<SearchHit<M>>> {
    liveSearch(M.matching(text, mode).limit(limit), throttle: throttle)
  }

  /// Returns a sequence of the models that match a query, with their scores, now and after each
  /// change.
  ///
  /// Hits are ranked by relevance unless the query has an order. A hit counts as changed if its
  /// model or its matches change. Another score alone is no change.
  ///
  /// ```swift
  /// let good = Recipe.where { $0.id > 10 }.matching("bread").limit(10)
  /// for try await update in store.liveSearch(good) { print(update.rows.map(\.score)) }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query with a search.
  ///   - throttle: The least time between two searches; the later search has all changes.
  /// - Complexity: O(1). Each element has the complexity of `search`, and adds O(n log n) for n
  ///   hits.
  /// - Returns: The sequence, which throws the errors of `search`.
  public func liveSearch<M: Model & Sendable>(
    _ query: Query<M>, throttle: Duration = .milliseconds(50)
  ) -> LiveSequence<LiveUpdate<SearchHit<M>>> {
    LiveSequence(store, M.collectionName, throttle, LiveHitList(query, in: partition))
  }
}
