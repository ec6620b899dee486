internal import LodeCoding
internal import LodeStore

/// The keys of the rows that a query reads next and looks up together.
///
/// The first groups are small, because a query may need few rows.
struct RowGroup {
  private let access: CollectionAccess
  private var keys = KeyList()
  private var size = 1

  init(_ access: CollectionAccess) {
    self.access = access
    keys.format = access.keyFormat ?? .tuple
  }

  /// Adds a key, and passes the rows of a full group to `body`.
  ///
  /// - Returns: `.stop` if `body` returned `.stop`, otherwise `.next`.
  mutating func add(
    _ key: Span<UInt8>, _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep {
    keys.append(key)
    if keys.count < size { return .next }
    size = min(2 * size, KeyList.groupSize)
    return try pass(body)
  }

  /// Passes the rows of the group to `body`, and empties the group.
  ///
  /// - Returns: `.stop` if `body` returned `.stop`, otherwise `.next`.
  mutating func pass(
    _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep {
    defer { keys.removeAll() }
    return try access.scanFoundRows(at: keys, body)
  }
}
