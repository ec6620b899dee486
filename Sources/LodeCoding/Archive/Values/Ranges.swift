extension Range: ArchivableValue where Bound: ArchivableValue {
  /// The type of an array of both bounds.
  @inlinable public static var archiveType: ArchiveType { .array(Bound.archiveType) }
  /// Zero, because arrays have no fixed width.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the lower and the upper bound.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    try [lowerBound, upperBound].archive(into: &writer)
  }

  /// Decodes both bounds.
  ///
  /// - Throws: ``ArchiveError`` with `invalidValue` if the array does not have two elements, or the
  ///   upper bound is less than the lower bound.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Range {
    let (lower, upper) = try reader.bounds(of: Bound.self)
    return lower..<upper
  }
}

extension ClosedRange: ArchivableValue where Bound: ArchivableValue {
  /// The type of an array of both bounds.
  @inlinable public static var archiveType: ArchiveType { .array(Bound.archiveType) }
  /// Zero, because arrays have no fixed width.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the lower and the upper bound.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    try [lowerBound, upperBound].archive(into: &writer)
  }

  /// Decodes both bounds.
  ///
  /// - Throws: ``ArchiveError`` with `invalidValue` if the array does not have two elements, or the
  ///   upper bound is less than the lower bound.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> ClosedRange {
    let (lower, upper) = try reader.bounds(of: Bound.self)
    return lower...upper
  }
}

extension ArchiveReader {
  /// Decodes two bounds in ascending order.
  @inlinable
  mutating func bounds<Bound: ArchivableValue & Comparable>(
    of type: Bound.Type
  ) throws -> (Bound, Bound) {
    let bounds = try [Bound].unarchive(from: &self)
    guard bounds.count == 2, bounds[0] <= bounds[1] else {
      throw invalidValue("a range has two bounds in order")
    }
    return (bounds[0], bounds[1])
  }
}
