import Foundation
import LodeModels
import LodeTestSupport
import Testing

@Suite("Stores that are opened by name")
struct StoreConfigurationTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func configuration() -> StoreConfiguration {
    let root = directory.file("deep/er")
    return StoreConfiguration(models: [Person.self]) { "\(root)/\($0)" }
  }

  @Test
  func
    `the part before the first underscore and period finds the configuration; missing folders are made`()
    throws
  {
    configuration().register(as: "config1")
    defer { StoreConfiguration.unregister("config1") }
    for name in ["config1", "config1_ada.lode", "config1.backup_x"] {
      let store = try Store(named: name)
      #expect(store.path.hasSuffix("/deep/er/\(name)"))
      try store.insert(Person(1, name))
      #expect(try store.get(Person.self, 1)?.name == name)
    }
  }

  @Test func `what is given when opening goes before what is configured`() throws {
    configuration().register(as: "config2")
    defer { StoreConfiguration.unregister("config2") }
    var options = StoreOptions()
    options.create = false
    expect(.notFound) { _ = try Store(named: "config2", options: options) }
    let store = try Store(named: "config2", models: [Note.self])
    #expect(store.options.create)
  }

  @Test
  func `registering again replaces, and a name that nobody registered has the defaults`() throws {
    #expect(configuration().register(as: "config3") == nil)
    #expect(StoreConfiguration().register(as: "config3_other") != nil)
    #expect(StoreConfiguration.configuration(for: "config3").path == nil)
    #expect(StoreConfiguration.unregister("config3") != nil)
    #expect(StoreConfiguration.unregister("config3") == nil)
    #expect(StoreConfiguration.configuration(for: "config3").models.isEmpty)
    expect(.invalidName) { _ = try Store(named: "") }
    expect(.invalidName) { _ = try Store(named: "a/b") }
  }

  @Test func `options come last in every way to open a store`() throws {
    var options = StoreOptions()
    options.trainsDictionaries = false
    let plan = MigrationPlan {}
    let direct = try Store(
      directory.file("direct"), models: [Person.self], migrations: plan, migrating: .atOpen,
      indexing: { _ in }, options: options)
    StoreConfiguration(
      models: [Person.self], migrations: plan, migrating: .atOpen, options: options
    ) { [directory] in directory.file($0) }.register(as: "config4")
    defer { StoreConfiguration.unregister("config4") }
    let named = try Store(named: "config4", models: [Note.self], options: options)
    #expect(!direct.options.trainsDictionaries && !named.options.trainsDictionaries)
  }
}
