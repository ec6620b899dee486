internal import LodeCoding
internal import LodeStore

/// An aggregate of the rows that were added so far.
struct RunningAggregate {
  let aggregate: Aggregate
  /// The number of rows for a count, or the number of numbers for a sum or an average.
  private var count = 0
  /// The sum of the integers.
  private var integers: Int128 = 0
  /// The sum of all numbers that are not integers; `nil` without these numbers.
  private var others: ArchiveValue?
  /// The minimum or maximum; `nil` without values.
  private var extreme: ArchiveValue?

  init(_ aggregate: Aggregate) { self.aggregate = aggregate }

  /// Adds a row, given the value at the aggregate's path.
  mutating func add(_ new: ArchiveValue?) {
    switch aggregate {
    case .count: count += 1
    case .sum, .average:
      guard let new, new.family == .number else { return }
      count += 1
      switch new.untyped {
      case .int(let value): integers += Int128(value)
      case .uint(let value): integers += Int128(value)
      default: others = Arithmetic.add.calculate(others ?? 0, new)
      }
    case .minimum, .maximum: take(new)
    }
  }

  /// Adds rows that a counting index has counted.
  ///
  /// - Parameters:
  ///   - rows: The number of rows.
  ///   - integers: The number of rows with an integer at the aggregate's path.
  ///   - sum: The sum of these integers.
  mutating func add(rows: Int, integers: Int = 0, sum: Int128 = 0) {
    // The numbers of a damaged index can be arbitrary, and must not overflow.
    self.integers &+= sum
    if case .count = aggregate { count &+= rows } else { count &+= integers }
  }

  /// Keeps a value if the value is the new minimum or maximum.
  mutating func take(_ new: ArchiveValue?) {
    guard let new, new.family != .null else { return }
    if let extreme {
      let order = new.order(extreme)
      if case .minimum = aggregate, order >= 0 { return }
      if case .maximum = aggregate, order <= 0 { return }
    }
    extreme = new
  }

  /// The aggregate of the rows that were added.
  var result: ArchiveValue? {
    switch aggregate {
    case .count: .int(Int64(count))
    case .sum: sum
    case .average: count == 0 ? nil : Arithmetic.divide.calculate(sum, .double(Double(count)))
    case .minimum, .maximum: extreme.map(\.signedWhereItFits)
    }
  }

  private var sum: ArchiveValue {
    let whole: ArchiveValue =
      if let value = Int64(exactly: integers) {
        .int(value)
      } else if let value = UInt64(exactly: integers) {
        .uint(value)
      } else {
        .double(Double(integers))
      }
    guard let others else { return whole }
    return integers == 0 ? others : Arithmetic.add.calculate(others, whole) ?? others
  }
}

extension ArchiveValue {
  fileprivate var signedWhereItFits: ArchiveValue {
    if case .uint(let value) = self, let signed = Int64(exactly: value) { return .int(signed) }
    return self
  }
}
