/// A collection of a store, in which each call runs in its own transaction.
///
/// ```swift
/// let settings = store["settings"]
/// try settings.put("dark", forKey: "theme")
/// let theme = try settings.get("theme", as: String.self)
/// ```
///
/// The view retains the store, and any thread or task can use the view. The type has the most
/// common calls. Each method that reads or writes rows has an asynchronous form. `Store.read` and
/// `Store.write` run all other calls, and group several calls into one transaction. One transaction
/// is faster than several, and no other reader sees a partial result.
///
/// Apart from the errors that a call lists, a read can throw every error of `Store.read`, and a
/// write can throw every error of `Store.write`.
public struct StoreCollection: Sendable {
  /// The store that contains the collection.
  public let store: Store
  /// The name of the collection, which need not exist.
  public let name: String

  /// The number of rows; 0 if the collection does not exist.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if stored data is damaged.
  ///   - The other codes of `Store.read`.
  public var count: Int {
    get throws { try store.read { try $0[name].count } }
  }
}

extension Store {
  /// Returns a view of a collection; the collection need not exist yet.
  ///
  /// ```swift
  /// let visits = store["visits"]
  /// ```
  ///
  /// - Complexity: O(1); the subscript does not read the store.
  public subscript(collection: String) -> StoreCollection {
    StoreCollection(store: self, name: collection)
  }
}
