/// An error that states why a fixture cannot be read or recorded.
///
/// ```swift
/// do {
///   let fixture = try MigrationFixture("Fixtures/1.lode")
///   print(fixture.path)
/// } catch {
///   print(error.message)
/// }
/// ```
public struct FixtureError: Error, Sendable, Hashable {
  /// The cause; for a failed `lode` command, the error output of the command.
  public let message: String

  init(_ message: String) { self.message = message }
}

extension FixtureError: CustomStringConvertible {
  /// The cause, after the word `Fixture`.
  public var description: String { "Fixture: \(message)" }
}
