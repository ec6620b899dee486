/// Where the shared objects of an archive lie, as the table at the end of its body says it.
///
/// All places are counted from the beginning of the body, which every call is given.
struct ObjectOffsets {
  /// Where the places stand.
  private let table: Int
  /// How many numbers there are; an object may be missing.
  let count: Int
  /// Where the archived value ends, and the objects begin.
  let start: Int

  /// There are none.
  init() { (table, count, start) = (0, 0, 0) }

  /// Reads the end of a body.
  init(_ body: Span<UInt8>, limits: ArchiveLimits) throws(ArchiveError) {
    guard body.count >= 8 else {
      throw ArchiveError(.truncated, at: body.count, "there is no table of objects")
    }
    count = Int(body.littleEndianUInt32(at: body.count - 4))
    guard count <= (body.count - 8) / 4 else {
      throw ArchiveError(
        .truncated, at: body.count - 4, "there is no room for \(count) objects")
    }
    guard count <= limits.count else {
      throw ArchiveError(.tooLarge, at: body.count - 4, "there are \(count) objects")
    }
    table = body.count - 4 - count * 4
    start = Int(body.littleEndianUInt32(at: table - 4))
    guard start <= end else {
      throw ArchiveError(
        .truncated, at: table - 4, "the archived value ends outside of the archive")
    }
  }

  /// Where the objects end, all of them.
  var end: Int { table - 4 }

  /// Where an object begins, or `nil` when a reference to it is nil; the number is one of those
  /// that there are.
  func start(of number: Int, in body: Span<UInt8>) throws(ArchiveError) -> Int? {
    let place = table + (number - 1) * 4
    let found = body.littleEndianUInt32(at: place)
    if found == SharedObjects.absent { return nil }
    guard Int(found) >= start, Int(found) < end else {
      throw ArchiveError(
        .unknownReference, at: place, "object \(number) lies outside of the archive")
    }
    return Int(found)
  }
}
