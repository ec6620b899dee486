internal import LodeStore
public import Observation

/// The rows of a live query as an observable object of the main actor, for user interfaces.
///
/// ```swift
/// let cities = await LiveRows(store, City.where { $0.people > 1_000_000 })
/// await MainActor.run { print(cities.rows.count, cities.revision) }
/// ```
///
/// The query runs outside of the main actor, after the initializer has returned. ``rows``,
/// ``revision``, and ``state`` then change together, after each commit that changes the result. An
/// observer never sees the rows of one revision with the number of another revision.
///
/// The object does not keep the store open. Releasing the object ends its live query.
@MainActor
@Observable
public final class LiveRows<M: Model & Sendable> {
  /// What a ``LiveRows`` object does.
  public enum State: Sendable {
    /// The rows of the query are not read yet; ``LiveRows/rows`` has the rows before.
    case loading
    /// The rows follow the store.
    case live
    /// Reading the rows has thrown an error; the rows stay, and follow the store no longer.
    case failed(any Error)
    /// The store is closed or released; the rows stay.
    case closed
  }

  /// The properties that change together.
  private struct Content {
    var rows: [M] = []
    var revision: UInt64 = 0
    var state = State.loading
  }

  private var content = Content()
  private var watched: Query<M>
  @ObservationIgnored private weak var store: Store?
  @ObservationIgnored private let partition: String?
  @ObservationIgnored private let throttle: Duration
  /// The task that reads the updates; it has a weak reference to this object.
  @ObservationIgnored private var task: Task<Void, Never>?

  /// The rows, in the query's order; empty before the first read.
  public var rows: [M] { content.rows }
  /// The revision of the store that has these rows; 0 before the first read.
  public var revision: UInt64 { content.revision }
  /// Whether the rows follow the store.
  public var state: State { content.state }

  /// The query.
  ///
  /// Setting another query begins a new live query. The old rows stay until the new rows are read,
  /// with the state ``State/loading``. After ``State/failed(_:)``, setting the same query tries
  /// again.
  ///
  /// - Complexity: O(1). The query runs later, outside of the main actor.
  public var query: Query<M> {
    get { watched }
    set {
      switch state {
      case .loading, .live: if newValue == watched { return }
      case .failed, .closed: break
      }
      watched = newValue
      begin()
    }
  }

  /// Begins a live query; ``rows`` is empty until the first read.
  ///
  /// - Parameters:
  ///   - storing: The store, or a partition of the store.
  ///   - query: The query.
  ///   - throttle: The least time between two reads; the later read has all changes.
  /// - Complexity: O(1). The query runs later, outside of the main actor.
  public convenience init(
    _ storing: some ModelStoring, _ query: Query<M>, throttle: Duration = .zero
  ) {
    self.init(storing.store, storing.partition, query, throttle)
  }

  /// Begins a live query of a partition of a store; without a store, the state is `closed`.
  init(_ store: Store?, _ partition: String?, _ query: Query<M>, _ throttle: Duration) {
    (self.store, self.partition, self.throttle) = (store, partition, throttle)
    watched = query
    begin()
  }

  deinit { task?.cancel() }

  private func begin() {
    task?.cancel()
    guard let store else { return content.state = .closed }
    content.state = .loading
    let updates = store.partition(partition).live(watched, throttle: throttle)
    task = Task { [weak self] in
      do {
        for try await update in updates {
          // A cancelled task belongs to an earlier query.
          guard let self, !Task.isCancelled else { return }
          content = Content(rows: update.rows, revision: update.revision, state: .live)
        }
        if !Task.isCancelled { self?.content.state = .closed }
      } catch {
        if !Task.isCancelled { self?.content.state = .failed(error) }
      }
    }
  }
}
