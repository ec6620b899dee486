public import LodeStore
import Synchronization

/// The configuration for opening a store by name: the directory, models, migrations, and options.
///
/// A program registers a configuration once. Any thread can then open stores by name:
///
/// ```swift
/// StoreConfiguration(models: [City.self]).register(as: "account")
///
/// let store = try Store(named: "account")
/// let other = try Store(named: "account_ada.lode")  // the same configuration, another store
/// ```
///
/// The part of a name before the first underscore or period selects the configuration. The names
/// `account_ada` and `account.backup` both select the configuration `account`.
public struct StoreConfiguration: Sendable {
  /// The closure that returns a store's directory for the store's name; `nil` for
  /// `Store.defaultPath(named:)`.
  public var path: (@Sendable (_ name: String) throws -> String)?
  /// The models with which the store is opened.
  public var models: [any Model.Type]
  /// The plan that migrates rows of earlier versions of the models.
  public var migrations: MigrationPlan?
  /// The mode of the migration, an optional backup, and callbacks.
  public var migrating: MigrationOptions
  /// The options with which the store is opened.
  public var options: StoreOptions

  /// Creates a configuration, by default without models and migrations, for the default directory.
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

  /// The registered configurations, by the result of `target(of:)`.
  private static let registered = Mutex<[String: StoreConfiguration]>([:])

  /// Registers the configuration in the whole process, for all names with the same part before the
  /// first underscore or period.
  ///
  /// - Parameter name: A name that selects the configuration, for example `account`.
  /// - Returns: The configuration that was registered before, or `nil`.
  @discardableResult
  public func register(as name: String) -> StoreConfiguration? {
    Self.registered.withLock { $0.updateValue(self, forKey: Self.target(of: name)) }
  }

  /// Returns the configuration for a name, or an empty configuration if the name has no registered
  /// configuration.
  public static func configuration(for name: String) -> StoreConfiguration {
    registered.withLock { $0[target(of: name)] } ?? StoreConfiguration()
  }

  /// Removes the configuration that ``configuration(for:)`` returns for a name, and returns the
  /// removed configuration.
  ///
  /// The result is `nil` if the program registered no configuration.
  @discardableResult
  public static func unregister(_ name: String) -> StoreConfiguration? {
    registered.withLock { $0.removeValue(forKey: target(of: name)) }
  }

  /// Returns the part of a name before the first underscore or period.
  static func target(of name: String) -> String {
    let first = name.prefix { $0 != "_" }
    return String(first.prefix { $0 != "." })
  }
}

extension Store {
  /// Opens a store by name, with the configuration that the program registered for the name.
  ///
  /// The call creates a missing store and its folders, unless the options forbid the creation. The
  /// call also migrates rows and builds indexes, as
  /// ``init(_:models:migrations:migrating:indexing:options:)`` describes.
  ///
  /// If the call throws, the store is closed. The rows are unchanged, except if the error occurred
  /// after the migration, during the changes of indexes.
  ///
  /// - Parameters:
  ///   - name: The name of the store, with or without `.lode` at the end. Without a `path` closure,
  ///     `Store.defaultPath(named:)` returns the directory.
  ///   - models: The models; `nil` for the models of the configuration.
  ///   - options: The options; `nil` for the options of the configuration.
  /// - Complexity: O(c + m + s) for c collections, m models, and s steps. Running steps, building
  ///   indexes, and first opening existing rows with a model add O(size of the rows). Opening after
  ///   a crash adds O(size of the file).
  /// - Throws: One of these errors:
  ///   - Any error that the configuration's `path` throws.
  ///   - `StoreError` caused by a ``MigrationError`` with one of these codes:
  ///     - `needed` if a step is missing, or if the options are read-only and a step must run.
  ///     - `failed` if a step fails, or a row cannot be migrated.
  ///     - `futureVersion` if a later version of the program wrote to the store, or if the plan
  ///       lacks a store step that ran.
  ///     - `changedStep` in debug builds, if a step that ran has another type, other versions, or
  ///       another revision.
  ///     - `invalidPlan` if two steps have the same name, or the name or the versions of a step are
  ///       invalid.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if an index names a field
  ///     that the model does not have.
  ///   - `StoreError` caused by an `ArchiveError` if the default of a field cannot be archived.
  ///   - `StoreError` with one of these codes:
  ///     - `invalidName` if the configuration has no `path`, and the name cannot be the name of a
  ///       directory.
  ///     - `notFound` if the store does not exist and the options forbid creating the store.
  ///     - `alreadyOpen` if this process has the store open.
  ///     - `openElsewhere` if the options are read-only, this process may not write to the lock
  ///       file, and another process has the store open.
  ///     - `notAStore` if the path is not a directory, or `data.mdb` is not a file of a store.
  ///     - `unsupportedVersion` if a later version of Lode wrote the store.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `diskFull` if the disk is full, or `inputOutput` if reading or writing fails.
  ///     - `directoryInUse` if the store does not exist and the directory holds other files.
  ///     - `permissionDenied` if the process may not use the directory.
  ///     - `unsupportedFilesystem` if the file system is a network or user-space file system, and
  ///       the options do not allow these file systems.
  ///     - `invalidOption` if an option has an invalid value.
  ///     - `invalidModel` if two models have the same collection, or if a collection name is empty
  ///       or exceeds 480 bytes.
  ///     - `schemaDrift` if fields of a type changed incompatibly without a new version.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `keyFormatMismatch` if the collection of an index has `RawKey` keys.
  ///     - `pathInUse` if the directory for the backup of a migration holds a store of another
  ///       revision.
  ///     - Any code in the table of ``ModelStoring``.
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
