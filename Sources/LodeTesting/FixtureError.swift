/// Why a fixture cannot be used, or not be made.
public struct FixtureError: Error, Sendable, Hashable {
  /// What is wrong, in a sentence.
  public let message: String

  init(_ message: String) { self.message = message }
}

extension FixtureError: CustomStringConvertible {
  /// What is wrong.
  public var description: String { "Fixture: \(message)" }
}
