/// Who takes part, as the report names it.
public struct Entrant: Codable, Sendable {
  /// The short name.
  public let name: String
  /// Versions and settings.
  public let about: String

  /// Creates an entrant.
  public init(name: String, about: String) {
    self.name = name
    self.about = about
  }
}
