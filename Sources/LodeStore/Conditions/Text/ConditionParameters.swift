public import LodeCoding

/// The values of the parameters in a condition's text.
///
/// ```swift
/// let byPlace = try Condition(parsing: "age > ? AND name = ?", parameters: [30, "Ada"])
/// let byName = try Condition(
///   parsing: "age > :age AND name = :name", parameters: ["age": 30, "name": "Ada"])
/// print(byPlace == byName)  // true
/// ```
public struct ConditionParameters: Sendable, Hashable {
  /// The values of those that are written `?`, in their order.
  public var values: [ArchiveValue]
  /// The values of those that are written `:name`, by their names.
  public var named: [String: ArchiveValue]

  /// Creates parameters; names may be given with their colon.
  public init(_ values: [ArchiveValue] = [], named: [String: ArchiveValue] = [:]) {
    self.values = values
    self.named = Dictionary(
      named.map { ($0.hasPrefix(":") ? String($0.dropFirst()) : $0, $1) }, uniquingKeysWith: { $1 })
  }
}

extension ConditionParameters: ExpressibleByArrayLiteral {
  /// The values of those that are written `?`.
  public init(arrayLiteral elements: ArchiveValue...) { self.init(elements) }
}

extension ConditionParameters: ExpressibleByDictionaryLiteral {
  /// The values of those that are written `:name`; of two with one name the last counts.
  public init(dictionaryLiteral elements: (String, ArchiveValue)...) {
    self.init(named: Dictionary(elements) { $1 })
  }
}
