/// The decision whether an iteration continues, which the closure of the iteration returns.
public enum IterationStep: Sendable, Hashable {
  /// Continue with the next row.
  case next
  /// End the iteration.
  case stop
}
