extension Store {
  /// The known damage of the store, and the progress of the scrubber.
  ///
  /// The scrubber checks the pages, rows, and indexes of an open store in the background; see
  /// ``StoreOptions/scrubbing``.
  ///
  /// The store keeps the findings after closing. A *pass* checks the whole store once, and removes
  /// findings about repaired damage. If ``verify()`` or ``repair(quarantining:progress:)`` finds no
  /// damage, the call removes all findings.
  ///
  /// ```swift
  /// for damage in store.health.damage { print(damage) }
  /// ```
  ///
  /// - Complexity: O(1), without reading the store.
  public var health: StoreHealth { core.health.health }

  /// Returns a sequence of the store's health after each later change of the findings and each end
  /// of a pass.
  ///
  /// A *pass* is one check of the whole store by the scrubber; see ``health``.
  ///
  /// The sequence ends when the store closes or the iterating task is cancelled. Each iterating
  /// task needs its own sequence.
  ///
  /// ```swift
  /// for await health in store.healthChanges() where !health.isSound {
  ///   print(health.damage)
  /// }
  /// ```
  ///
  /// - Complexity: O(1).
  public func healthChanges() -> AsyncStream<StoreHealth> { core.health.feed.stream() }

  /// Runs an unfinished pass or a new pass of the scrubber, on this thread and without pauses.
  ///
  /// A pass checks the store in parts, each of about `bytes` bytes. If another pass is running, the
  /// call returns at once.
  ///
  /// - Parameters:
  ///   - bytes: The number of checked bytes after which a part ends.
  ///   - parts: The number of parts after which the call returns, or `nil` to finish the pass.
  ///   - renewing: Whether each part reads a new snapshot.
  package func scrub(
    bytes: Int = 1 << 20, parts: Int? = nil, renewing: Bool = false
  ) {
    scrubber.run(ScrubPace(bytes: bytes, parts: parts, renews: renewing))
  }
}
