internal import LodeCoding
internal import LodeStore

extension PlannedRows {
  /// Calls `body` for each row of key ranges, in the query's order if the keys give the order.
  func forEachKey(
    _ use: KeyUse, _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws {
    if use.deliversOrder { return try forEachInOrder(use, body) }
    var step = IterationStep.next
    for range in use.ranges where step != .stop {
      try scan(range) { key, row in
        step = try body(key, row)
        return step
      }
    }
  }

  /// Calls `body` for each row of key ranges, in key order or backwards.
  private func forEachInOrder(
    _ use: KeyUse, _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws {
    for range in use.isReversed ? use.ranges.reversed() : use.ranges {
      var step = IterationStep.next
      // Rows with long keys and a common beginning are stored in the order of the keys' hashes.
      var long = LongKeys()
      try access.scan(resumed(range, use.isReversed), reversed: use.isReversed) { row in
        let key = row.keyBytes
        if !long.belongs(key) {
          step = try lend(long.take(use.isReversed), body)
          if step == .stop { return .stop }
        }
        if let after, !isBehind(after.key, key, use.isReversed) { return .next }
        if key.count > StoredKey.headByteCount {
          long.append(key)
          return .next
        }
        step = try body(key, row.content)
        return step
      }
      if step != .stop { step = try lend(long.take(use.isReversed), body) }
      if step == .stop { return }
    }
  }

  /// Returns the subrange that can contain rows after the position `after`.
  private func resumed(_ range: KeyRange, _ isReversed: Bool) -> KeyRange {
    guard let after else { return range }
    let head = Array(after.key.prefix(StoredKey.headByteCount))
    if !isReversed { return range.from(.included(head)) }
    let isLong = after.key.count > head.count
    guard isLong else { return range.before(after.key) }
    return KeyRange.end(ofBytePrefix: head).bytes.map(range.before) ?? range
  }

  /// Returns whether a key comes after another key in the direction of reading.
  private func isBehind(_ after: [UInt8], _ key: Span<UInt8>, _ isReversed: Bool) -> Bool {
    let order = key.byteOrder(after.span)
    return isReversed ? order < 0 : order > 0
  }

  private func lend(
    _ keys: [[UInt8]], _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep {
    for key in keys where try lend(key.span, body) == .stop { return .stop }
    return .next
  }
}

/// Consecutive long keys with a common beginning, to be sorted.
private struct LongKeys {
  private var keys: [[UInt8]] = []

  /// Returns whether a key is a long key with the beginning of the collected keys; `true` without
  /// collected keys.
  func belongs(_ key: Span<UInt8>) -> Bool {
    guard let first = keys.first else { return true }
    let head = first.span.extracting(first: StoredKey.headByteCount)
    return key.count > head.count && key.extracting(first: head.count).byteOrder(head) == 0
  }

  mutating func append(_ key: Span<UInt8>) { keys.append(key.copied()) }

  /// Returns all collected keys in key order or backwards, and empties the list.
  mutating func take(_ isReversed: Bool) -> [[UInt8]] {
    if keys.isEmpty { return [] }
    defer { keys = [] }
    return keys.sorted { a, b in
      let order = a.span.byteOrder(b.span)
      return isReversed ? order > 0 : order < 0
    }
  }
}
