/// The offsets of the class instances in an archive, from the table at the end of the body.
///
/// The body holds the archived value and then the instances. All offsets count from the beginning
/// of the body.
struct ObjectOffsets {
  /// The offset that marks an instance as not archived.
  static let absent = UInt32.max
  /// The offset of the table.
  private let table: Int
  /// The number of entries in the table, including instances that were not archived.
  let count: Int
  /// The offset at which the archived value ends and the instances begin.
  let start: Int

  /// Creates an instance without a table.
  init() { (table, count, start) = (0, 0, 0) }

  /// Decodes the table of a body.
  init(_ body: Span<UInt8>, limits: ArchiveLimits) throws(ArchiveError) {
    guard body.count >= 8 else {
      throw ArchiveError(.truncated, at: body.count, "the archive has no table of objects")
    }
    count = Int(body.littleEndianUInt32(at: body.count - 4))
    guard count <= (body.count - 8) / 4 else {
      throw ArchiveError(
        .truncated, at: body.count - 4, "the bytes are too short for \(count) objects")
    }
    guard count <= limits.count else {
      throw ArchiveError(.tooLarge, at: body.count - 4, "the archive has \(count) objects")
    }
    table = body.count - 4 - count * 4
    start = Int(body.littleEndianUInt32(at: table - 4))
    guard start <= end else {
      throw ArchiveError(
        .truncated, at: table - 4, "the archived value ends outside the archive")
    }
  }

  /// The offset after the last instance.
  var end: Int { table - 4 }

  /// Returns the start of an instance, or `nil` if the instance was not archived.
  ///
  /// The number must be between 1 and `count`. Throws `unknownReference` if the start lies outside
  /// the instances.
  func start(of number: Int, in body: Span<UInt8>) throws(ArchiveError) -> Int? {
    let place = table + (number - 1) * 4
    let found = body.littleEndianUInt32(at: place)
    if found == Self.absent { return nil }
    guard Int(found) >= start, Int(found) < end else {
      throw ArchiveError(
        .unknownReference, at: place, "object \(number) is outside the archive")
    }
    return Int(found)
  }
}
