extension Store {
  /// The progress and the findings of the scrubber, which checks the store in the background.
  ///
  /// The findings survive a close. A later pass of the scrubber removes mended findings. If
  /// ``verify()`` or ``repair(quarantining:progress:)`` finds the store sound, the call removes all
  /// findings.
  ///
  /// ```swift
  /// for damage in store.health.damage { print(damage) }
  /// ```
  ///
  /// - Complexity: O(1), without reading the store.
  public var health: StoreHealth { core.health.health }

  /// Returns the health of the store after each later finding of the scrubber, after each end of a
  /// pass, and after each repair.
  ///
  /// The sequence ends when the store is closed or the iterating task is cancelled. The sequence
  /// does not keep the store open. Each iterating task needs its own sequence.
  ///
  /// ```swift
  /// for await health in store.healthChanges() where !health.isSound {
  ///   print(health.damage)
  /// }
  /// ```
  ///
  /// - Complexity: O(1).
  public func healthChanges() -> AsyncStream<StoreHealth> { core.health.changes() }

  /// Runs the rest of the current pass of the scrubber, or a whole pass, on this thread without
  /// pauses.
  ///
  /// - Parameters:
  ///   - bytes: The number of bytes after which a part ends.
  ///   - parts: The number of parts after which the call returns; `nil` sets no limit.
  ///   - renewing: Whether each part reads a new snapshot.
  package func scrub(
    bytes: Int = 1 << 20, parts: Int? = nil, renewing: Bool = false
  ) {
    scrubber.run(ScrubPace(bytes: bytes, parts: parts, renews: renewing))
  }
}
