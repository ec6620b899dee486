public import LodeStore
import Synchronization

/// The configuration of a store that is opened by name: its directory, models, migrations, and
/// options.
///
/// A program registers its configurations once, and opens stores by name anywhere:
///
/// ```swift
/// StoreConfiguration(models: [City.self]).register(as: "account")
///
/// let store = try Store(named: "account")
/// let other = try Store(named: "account_ada.lode")  // the same configuration, another store
/// ```
///
/// The prefix of a name before the first underscore or period selects the configuration, as in
/// CTPersistance. The names `account_ada` and `account.backup` use the configuration `account`.
public struct StoreConfiguration: Sendable {
  /// Returns the directory of a store with a name; `nil` for `Store.defaultPath(named:)`.
  public var path: (@Sendable (_ name: String) throws -> String)?
  /// The models of the store.
  public var models: [any Model.Type]
  /// The plan that migrates rows of earlier versions of the models.
  public var migrations: MigrationPlan?
  /// When rows are migrated, and whether the store is copied before.
  public var migrating: MigrationOptions
  /// The options with which the store is opened.
  public var options: StoreOptions

  /// Creates a configuration.
  public init(
    models: [any Model.Type] = [], migrations: MigrationPlan? = nil,
    migrating: MigrationOptions = .atOpen, options: StoreOptions = .init(),
    path: (@Sendable (_ name: String) throws -> String)? = nil
  ) {
    self.models = models
    self.migrations = migrations
    self.migrating = migrating
    self.options = options
    self.path = path
  }

  private static let registered = Mutex<[String: StoreConfiguration]>([:])

  /// Registers the configuration for all names with the same prefix.
  ///
  /// - Returns: The configuration that was registered before, or `nil`.
  @discardableResult
  public func register(as name: String) -> StoreConfiguration? {
    Self.registered.withLock { $0.updateValue(self, forKey: Self.target(of: name)) }
  }

  /// Returns the configuration for a name, or the default configuration if the name has no
  /// configuration.
  public static func configuration(for name: String) -> StoreConfiguration {
    registered.withLock { $0[target(of: name)] } ?? StoreConfiguration()
  }

  /// Removes the configuration for a name, and returns the configuration.
  @discardableResult
  public static func unregister(_ name: String) -> StoreConfiguration? {
    registered.withLock { $0.removeValue(forKey: target(of: name)) }
  }

  /// Returns the prefix of a name that selects the configuration.
  static func target(of name: String) -> String {
    let first = name.prefix { $0 != "_" }
    return String(first.prefix { $0 != "." })
  }
}

extension Store {
  /// Opens the store with a name, with its registered configuration.
  ///
  /// The call creates the store and its folders if they do not exist.
  ///
  /// - Parameters:
  ///   - name: The name, which also names the store's directory.
  ///   - models: The models; `nil` for the models of the configuration.
  ///   - options: The options; `nil` for the options of the configuration.
  /// - Complexity: as opening with a path and models.
  /// - Throws: the errors of the configuration's `path`; `StoreError` with `invalidName` if the
  ///   name cannot be the name of a directory; otherwise the errors of opening with a path and
  ///   models.
  public convenience init(
    named name: String, models: [any Model.Type]? = nil, options: StoreOptions? = nil
  ) throws {
    let configuration = StoreConfiguration.configuration(for: name)
    let path =
      if let path = configuration.path { try path(name) } else {
        try Self.defaultPath(named: name.hasSuffix(".lode") ? String(name.dropLast(5)) : name)
      }
    try self.init(
      path, models: models ?? configuration.models, migrations: configuration.migrations,
      migrating: configuration.migrating, options: options ?? configuration.options)
  }
}
