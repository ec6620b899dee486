public import LodeCoding

/// The values of the parameters in the text of a condition.
///
/// ```swift
/// let byPlace = try Condition(parsing: "age > ? AND name = ?", parameters: [30, "Ada"])
/// let byName = try Condition(
///   parsing: "age > :age AND name = :name", parameters: ["age": 30, "name": "Ada"])
/// print(byPlace == byName)  // true
/// ```
public struct ConditionParameters: Sendable, Hashable {
  /// The values of the parameters `?`, in order.
  public var values: [ArchiveValue]
  /// The values of the parameters `:name`, by name.
  public var named: [String: ArchiveValue]

  /// Creates the values of parameters.
  ///
  /// The names can begin with a colon.
  ///
  /// - Parameters:
  ///   - values: The values of the parameters `?`, in order.
  ///   - named: The values of the parameters `:name`, by name.
  public init(_ values: [ArchiveValue] = [], named: [String: ArchiveValue] = [:]) {
    self.values = values
    self.named = Dictionary(
      named.map { ($0.hasPrefix(":") ? String($0.dropFirst()) : $0, $1) }, uniquingKeysWith: { $1 })
  }
}

extension ConditionParameters: ExpressibleByArrayLiteral {
  /// Creates the values of the parameters `?`.
  public init(arrayLiteral elements: ArchiveValue...) { self.init(elements) }
}

extension ConditionParameters: ExpressibleByDictionaryLiteral {
  /// Creates the values of the parameters `:name`.
  ///
  /// For a repeated name, the last value applies.
  public init(dictionaryLiteral elements: (String, ArchiveValue)...) {
    self.init(named: Dictionary(elements) { $1 })
  }
}
