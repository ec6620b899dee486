internal import LodeStore

/// What one subscriber watches, and what the subscriber received last.
protocol LiveContent<Element>: Sendable {
  associatedtype Element: Sendable

  /// Reads the content in a snapshot, and returns an element if the content differs from the last
  /// element.
  ///
  /// The first call always returns an element.
  ///
  /// - Parameters:
  ///   - transaction: The snapshot.
  ///   - isReopened: Whether the store has reopened its files after a failed commit.
  ///   - watch: The subscription, which knows the keys of recent changes.
  mutating func next(
    in transaction: ReadTransaction, isReopened: Bool, _ watch: CollectionWatch
  ) throws -> Element?
}

/// A watched answer of a query: a count, an aggregate, or projected values.
struct LiveAnswer<Answer: Equatable & Sendable>: LiveContent {
  private let partition: String?
  private let read: @Sendable (borrowing PartitionReader) throws -> Answer
  private var last: Answer?

  init(
    _ partition: String?, _ read: @escaping @Sendable (borrowing PartitionReader) throws -> Answer
  ) {
    (self.partition, self.read) = (partition, read)
  }

  mutating func next(
    in transaction: ReadTransaction, isReopened: Bool, _ watch: CollectionWatch
  ) throws -> Answer? {
    let answer = try read(transaction.partition(partition))
    if answer == last { return nil }
    last = answer
    return answer
  }
}
