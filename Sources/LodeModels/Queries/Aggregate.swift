public import LodeCoding
internal import LodeStore

/// A calculation over several rows.
///
/// ```swift
/// let people = try store.read { try $0.aggregate(.sum("people"), Query(City.self)) }?.int
/// ```
public enum Aggregate: Sendable, Hashable {
  /// The number of rows.
  case count
  /// The sum of the numbers at a path; 0 if no row has a number.
  ///
  /// The sum of integers is an exact integer if the sum fits in `Int64` or `UInt64`, otherwise a
  /// `Double`. The sum is also a `Double` if any number is a `Float` or a `Double`. The sum of
  /// decimals is a decimal.
  case sum(ArchivePath)
  /// The average of the numbers at a path, as a `Double`; `nil` if no row has a number.
  case average(ArchivePath)
  /// The lowest value at a path, ignoring nil; `nil` if no row has a value.
  ///
  /// An integer result is an `.int` if the result fits in `Int64`, otherwise a `.uint`.
  case minimum(ArchivePath)
  /// The highest value at a path, ignoring nil; `nil` if no row has a value.
  ///
  /// An integer result is an `.int` if the result fits in `Int64`, otherwise a `.uint`.
  case maximum(ArchivePath)

  /// The path of the values; `nil` for a count of rows.
  public var path: ArchivePath? {
    switch self {
    case .count: nil
    case .sum(let path), .average(let path), .minimum(let path), .maximum(let path): path
    }
  }

  /// Returns the same aggregate at another path.
  func with(_ path: ArchivePath) -> Aggregate {
    switch self {
    case .count: .count
    case .sum: .sum(path)
    case .average: .average(path)
    case .minimum: .minimum(path)
    case .maximum: .maximum(path)
    }
  }
}

/// The values and the aggregates of one group of rows.
public struct QueryGroup: Sendable, Hashable {
  /// The values that the rows of the group have in common, in the order of the call's paths;
  /// `.null` for a missing value.
  ///
  /// Equal numbers of different types belong to one group. The value is an integer if possible:
  /// `1.0` becomes `1`.
  public let values: [ArchiveValue]
  /// The results of the aggregates, in the order of the call's aggregates; `nil` for an average,
  /// minimum, or maximum without values.
  public let results: [ArchiveValue?]
}
