internal import LodeStore

/// The keys of the rows that a query reads next and looks up together.
///
/// The first groups are small, because a query may need few rows.
struct RowGroup {
  private var keys = KeyList()
  private var size = 1
  /// The number of keys in earlier groups.
  private var passed = 0

  init(_ access: CollectionAccess) { keys.format = access.keyFormat ?? .tuple }

  /// Adds a key, and passes the keys of a full group to `body`.
  ///
  /// - Returns: `.stop` if `body` returned `.stop`, otherwise `.next`.
  mutating func add(
    _ key: Span<UInt8>, _ body: (KeyList) throws -> IterationStep
  ) throws -> IterationStep {
    keys.append(key)
    if keys.count < size { return .next }
    passed += size
    // Groups of more than `KeyList.groupSize` keys do not make lookups faster, but let helper
    // threads read the rows.
    size = passed < 256 ? min(2 * size, KeyList.groupSize) : 64
    return try pass(body)
  }

  /// Passes the keys of the group to `body`, and empties the group.
  ///
  /// - Returns: `.stop` if `body` returned `.stop`, otherwise `.next`.
  mutating func pass(_ body: (KeyList) throws -> IterationStep) throws -> IterationStep {
    defer { keys.removeAll() }
    return try body(keys)
  }
}
