public import LodeCoding
internal import LodeStore

/// What is calculated of several rows.
public enum Aggregate: Sendable, Hashable {
  /// The number of rows.
  case count
  /// The sum of the numbers at a path: an integer where all are, exact as far as it has 64 bits; 0
  /// of none.
  case sum(ArchivePath)
  /// The sum of the numbers at a path, divided by their count; `nil` of none.
  case average(ArchivePath)
  /// The first value at a path in the order of values, without nil; `nil` of none. Integers are
  /// signed where they fit.
  case minimum(ArchivePath)
  /// The last value at a path in the order of values, without nil; `nil` of none. Integers are
  /// signed where they fit.
  case maximum(ArchivePath)

  /// The path whose values it looks at.
  public var path: ArchivePath? {
    switch self {
    case .count: nil
    case .sum(let path), .average(let path), .minimum(let path), .maximum(let path): path
    }
  }

  /// The same of the values at another path.
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

/// The rows that have the same values at some paths, and what was calculated of them.
public struct QueryGroup: Sendable, Hashable {
  /// The values at the paths, in their order; `.null` where there are none.
  ///
  /// Numbers that are worth the same are one value: an integer where it is one, `1` for `1.0` too.
  public let values: [ArchiveValue]
  /// What the aggregates gave, in their order.
  public let results: [ArchiveValue?]
}
