public import LodeCoding
internal import LodeStore

/// What is calculated of several rows.
public enum Aggregate: Sendable, Hashable {
  /// The number of rows.
  case count
  /// The sum of the numbers at a path: an integer where all are, and no longer exact beyond 64 bits; 0 of none.
  case sum(ArchivePath)
  /// The sum of the numbers at a path, divided by their count; `nil` of none.
  case average(ArchivePath)
  /// The first value at a path in the order of values, without nil; `nil` of none.
  case minimum(ArchivePath)
  /// The last value at a path in the order of values, without nil; `nil` of none.
  case maximum(ArchivePath)

  /// The path whose values it looks at.
  public var path: ArchivePath? {
    switch self {
    case .count: nil
    case .sum(let path), .average(let path), .minimum(let path), .maximum(let path): path
    }
  }
}

/// The rows that have the same values at some paths, and what was calculated of them.
public struct QueryGroup: Sendable, Hashable {
  /// The values at the paths, in their order; `.null` where there are none.
  public let values: [ArchiveValue]
  /// What the aggregates gave, in their order.
  public let results: [ArchiveValue?]
}

/// An aggregate of the rows up to now.
struct RunningAggregate {
  private let aggregate: Aggregate
  private var count = 0
  private var value: ArchiveValue?

  init(_ aggregate: Aggregate) { self.aggregate = aggregate }

  /// Adds a row, which has this value at the path.
  mutating func add(_ new: ArchiveValue?) {
    switch aggregate {
    case .count: count += 1
    case .sum, .average:
      guard let new, new.family == .number else { return }
      count += 1
      value = Arithmetic.add.calculate(value ?? 0, new)
    case .minimum: take(new) { $0 < 0 }
    case .maximum: take(new) { $0 > 0 }
    }
  }

  private mutating func take(_ new: ArchiveValue?, if isBetter: (Int) -> Bool) {
    guard let new, new.family != .null else { return }
    if let value, !isBetter(new.order(value)) { return }
    value = new
  }

  /// What it is of all rows.
  var result: ArchiveValue? {
    switch aggregate {
    case .count: .int(Int64(count))
    case .sum: value ?? 0
    case .average: value.flatMap { Arithmetic.divide.calculate($0, .double(Double(count))) }
    case .minimum, .maximum: value
    }
  }
}
