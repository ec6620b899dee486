/// A range is archived as an array of its two bounds.
extension Range: ArchivableValue where Bound: ArchivableValue {
  /// The type of arrays of `Bound`.
  @inlinable public static var archiveType: ArchiveType { .array(Bound.archiveType) }
  /// Zero, because arrays vary in size.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the lower and the upper bound.
  ///
  /// - Throws: Any error that a bound throws, and ``ArchiveError`` with `tooDeep` or `tooLarge` if
  ///   a limit is exceeded.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    try [lowerBound, upperBound].archive(into: &writer)
  }

  /// Decodes both bounds.
  ///
  /// - Throws: Any error that a bound throws, and ``ArchiveError`` with one of these codes:
  ///   - `invalidValue` if the array does not have two elements, or the upper bound is less than
  ///     the lower bound.
  ///   - `tooDeep` or `tooLarge` if a limit is exceeded.
  ///   - `truncated`, `trailingBytes`, or `notCanonical` if the bytes are damaged.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Range {
    let (lower, upper) = try Bound.bounds(from: &reader)
    return lower..<upper
  }
}

/// A closed range is archived as an array of its two bounds.
extension ClosedRange: ArchivableValue where Bound: ArchivableValue {
  /// The type of arrays of `Bound`.
  @inlinable public static var archiveType: ArchiveType { .array(Bound.archiveType) }
  /// Zero, because arrays vary in size.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the lower and the upper bound.
  ///
  /// - Throws: Any error that a bound throws, and ``ArchiveError`` with `tooDeep` or `tooLarge` if
  ///   a limit is exceeded.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    try [lowerBound, upperBound].archive(into: &writer)
  }

  /// Decodes both bounds.
  ///
  /// - Throws: Any error that a bound throws, and ``ArchiveError`` with one of these codes:
  ///   - `invalidValue` if the array does not have two elements, or the upper bound is less than
  ///     the lower bound.
  ///   - `tooDeep` or `tooLarge` if a limit is exceeded.
  ///   - `truncated`, `trailingBytes`, or `notCanonical` if the bytes are damaged.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> ClosedRange {
    let (lower, upper) = try Bound.bounds(from: &reader)
    return lower...upper
  }
}

extension ArchivableValue where Self: Comparable {
  /// Decodes two bounds; throws `invalidValue` if the first bound is greater than the second.
  @inlinable
  static func bounds(from reader: inout ArchiveReader) throws -> (Self, Self) {
    let bounds = try [Self].unarchive(from: &reader)
    guard bounds.count == 2, bounds[0] <= bounds[1] else {
      throw reader.cursor.invalidValue("a range must have two bounds in ascending order")
    }
    return (bounds[0], bounds[1])
  }
}
