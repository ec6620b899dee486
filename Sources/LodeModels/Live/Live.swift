#if canImport(SwiftUI)
  public import LodeStore
  public import SwiftUI

  /// A property of a view with the rows of a live query.
  ///
  /// The view gets the store from its environment:
  ///
  ///     struct CityList: View {
  ///       @Live(City.where { $0.people > 1_000_000 }) var cities
  ///
  ///       var body: some View {
  ///         List(cities, id: \.name) { Text($0.name) }
  ///       }
  ///     }
  ///
  ///     CityList().environment(\.lodeStore, store)
  ///
  /// The rows are empty before the first read, and without a store in the environment. Reading the
  /// property runs no query: the query runs outside of the main actor. The view updates after each
  /// commit that changes the result.
  @MainActor
  @propertyWrapper
  public struct Live<M: Model & Sendable>: DynamicProperty {
    /// What a view keeps, while SwiftUI creates values of the view again and again.
    @MainActor
    private final class Storage {
      /// The rows; `nil` before the first update of the view.
      var rows: LiveRows<M>?
      weak var store: Store?
      /// The query of the view's last value.
      var query: Query<M>?
    }

    @Environment(\.lodeStore) private var store
    @State private var storage = Storage()
    private let query: Query<M>
    private let throttle: Duration

    /// Declares the query; the live query begins at the first update of the view.
    ///
    /// - Parameters:
    ///   - query: The query. A view that is created with another query keeps its old rows until the
    ///     new rows are read.
    ///   - throttle: The least time between two reads; the later read has all changes.
    /// - Complexity: O(1).
    public init(_ query: Query<M>, throttle: Duration = .zero) {
      self.query = query
      self.throttle = throttle
    }

    /// The rows, in the query's order; empty before the first read.
    public var wrappedValue: [M] { storage.rows?.rows ?? [] }

    /// The observable object with the rows, the state, and the settable query.
    ///
    /// Without a store in the environment, the state is ``LiveRows/State/closed``.
    public var projectedValue: LiveRows<M> { storage.rows ?? LiveRows(nil, nil, query, throttle) }

    /// Begins the live query, or changes its query; SwiftUI calls the method before `body`.
    ///
    /// - Complexity: O(1). The query runs later, outside of the main actor.
    public nonisolated func update() {
      MainActor.assumeIsolated {
        if storage.rows == nil || storage.store !== store {
          storage.store = store
          storage.rows = LiveRows(store, nil, query, throttle)
        } else if storage.query != query {
          storage.rows?.query = query
        }
        storage.query = query
      }
    }
  }

  private struct StoreKey: EnvironmentKey {
    static let defaultValue: Store? = nil
  }

  extension EnvironmentValues {
    /// The store of the views' ``Live`` properties; `nil` without a store.
    public var lodeStore: Store? {
      get { self[StoreKey.self] }
      set { self[StoreKey.self] = newValue }
    }
  }
#endif
