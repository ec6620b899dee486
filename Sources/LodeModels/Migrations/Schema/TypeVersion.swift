/// A type, by its name in archives, and one version of the type.
public struct TypeVersion: Hashable, Sendable {
  /// The type's name in archives.
  public let type: String
  /// The number of the version.
  public let version: Int
}
