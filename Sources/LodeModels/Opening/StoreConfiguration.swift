public import LodeStore
import Synchronization

/// How the stores of a name are opened: where they are, with which options, for which models.
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
/// A name is looked up by its part before the first underscore, and of that the part before the
/// first period, as CTPersistance does: `account_ada` and `account.backup` are configured as
/// `account`.
public struct StoreConfiguration: Sendable {
  /// The directory of the store of a name; the default place of ``Store/defaultPath(named:)`` when
  /// it is `nil`.
  public var path: (@Sendable (_ name: String) throws -> String)?
  /// What the store is to hold.
  public var models: [any Model.Type]
  /// How rows of earlier versions of the models are migrated.
  public var migrations: MigrationPlan?
  /// When they do, and whether a copy is made before.
  public var migrating: MigrationOptions
  /// How the store is opened.
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

  /// Registers the configuration for all names of which this is the part that counts; one that was
  /// there is replaced.
  ///
  /// - Returns: the previous one.
  @discardableResult
  public func register(as name: String) -> StoreConfiguration? {
    Self.registered.withLock { $0.updateValue(self, forKey: Self.target(of: name)) }
  }

  /// The configuration of a name; the default one when none was registered for it.
  public static func configuration(for name: String) -> StoreConfiguration {
    registered.withLock { $0[target(of: name)] } ?? StoreConfiguration()
  }

  /// Forgets the configuration of a name; says which it was.
  @discardableResult
  public static func unregister(_ name: String) -> StoreConfiguration? {
    registered.withLock { $0.removeValue(forKey: target(of: name)) }
  }

  /// The part of a name that counts.
  static func target(of name: String) -> String {
    let first = name.prefix { $0 != "_" }
    return String(first.prefix { $0 != "." })
  }
}

extension Store {
  /// Opens the store of a name as its registered configuration says, and creates it with its
  /// folders when there is none.
  ///
  /// - Parameters:
  ///   - name: the name, which also names the store's directory.
  ///   - models: what the store is to hold, instead of what the configuration says.
  ///   - options: how to open it, instead of what the configuration says.
  /// - Throws: what the configuration's `path` throws; else as opening by name, and for models.
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
