public import LodeCoding
internal import LodeStore

/// A calculation over the values of several rows.
public enum Aggregate: Sendable, Hashable {
  /// The number of rows.
  case count
  /// The sum of the numbers at a path; 0 if no row has a number.
  ///
  /// The sum of integers is an exact integer if it fits in 64 bits.
  case sum(ArchivePath)
  /// The average of the numbers at a path; `nil` if no row has a number.
  case average(ArchivePath)
  /// The lowest value at a path except nil; `nil` if no row has a value.
  ///
  /// An integer is signed if the integer fits in `Int64`.
  case minimum(ArchivePath)
  /// The highest value at a path except nil; `nil` if no row has a value.
  ///
  /// An integer is signed if the integer fits in `Int64`.
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

/// Rows with equal values at several paths, and their aggregates.
public struct QueryGroup: Sendable, Hashable {
  /// The values at the paths, in the order of the paths; `.null` for a missing value.
  ///
  /// Equal numbers are one value: an integer if possible, so `1.0` counts as `1`.
  public let values: [ArchiveValue]
  /// The results of the aggregates, in their order.
  public let results: [ArchiveValue?]
}
