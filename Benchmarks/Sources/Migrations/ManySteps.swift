internal import BenchHarness
internal import LodeModels
internal import LodeStore

/// A store that has run a thousand steps of the whole store, of which nothing is left to do.
public struct ManySteps {
  private let directory: String
  private let plan: MigrationPlan

  /// Makes the store, in an empty directory, and has it run the steps.
  public init(_ directory: String, settlers: [SettlerFields]) throws {
    self.directory = directory
    plan = MigrationPlan {
      Settler.plan.steps
      for number in 0..<1_000 { Step("step \(number)") { _ in } }
    }
    try atOpenMigration.fill(directory, settlers)
    try open()
  }

  /// Opens the store with the steps, and closes it.
  public func open() throws {
    try Store(directory + "/settlers.lode", models: [Settler.self], migrations: plan).close()
  }

  /// Opens the store without steps, and closes it.
  public func openWithout() throws {
    // Without models: a program that gives them has to give the steps as well.
    try Store(directory + "/settlers.lode").close()
  }
}
