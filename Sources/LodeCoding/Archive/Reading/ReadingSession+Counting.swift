// Levels of nesting, numbers of elements, and numbers of schemas and class instances.
extension ReadingSession {
  /// Begins a level of nesting, which `leave()` ends; throws `tooDeep` if the limit is exceeded.
  @usableFromInline
  final func enter(at offset: Int) throws(ArchiveError) {
    depth += 1
    guard depth <= limits.depth else { throw ArchiveError.tooDeep(at: offset, limits.depth) }
  }

  /// Ends a level of nesting.
  @usableFromInline
  final func leave() { depth -= 1 }

  /// Adds to the number of elements so far; throws `tooLarge` if the limit is exceeded.
  private final func add(_ elements: Int, at offset: Int) throws(ArchiveError) {
    count += elements
    guard count <= limits.count else {
      throw ArchiveError(
        .tooLarge, at: offset, "the archive has more than \(limits.count) elements")
    }
  }

  /// Reads the number of elements that follow, each of which takes at least `size` bytes.
  @usableFromInline
  final func takeCount(
    _ cursor: inout ByteCursor, atLeast size: Int
  ) throws(ArchiveError) -> Int {
    let count = Int(try cursor.varint())
    guard count <= cursor.count / max(size, 1) else {
      throw ArchiveError(
        .truncated, at: cursor.position, "the bytes are too short for \(count) elements")
    }
    try add(count, at: cursor.position)
    return count
  }

  /// Begins the elements of an array or a set, which `leave()` ends, and returns their number.
  @usableFromInline
  final func beginElements(
    _ cursor: inout ByteCursor, fixedSize: Int
  ) throws(ArchiveError) -> Int {
    try enter(at: cursor.position)
    if fixedSize == 0 { return try takeCount(&cursor, atLeast: 1) }
    let (elements, rest) = cursor.count.quotientAndRemainder(dividingBy: fixedSize)
    guard rest == 0 else {
      throw ArchiveError(
        .truncated, at: cursor.position,
        "\(cursor.count) bytes are not a multiple of the element size, \(fixedSize)")
    }
    try add(elements, at: cursor.position)
    return elements
  }

  /// Reads the schema number of an object.
  final func takeSchemaNumber(_ cursor: inout ByteCursor) throws(ArchiveError) -> Int {
    try cursor.schemaNumber(upTo: schemas.count)
  }

  @inline(__always)
  final func frame(
    plan: Int, _ cursor: borrowing ByteCursor, end: Int
  ) throws(ArchiveError) -> FieldFrame {
    try FieldFrame(
      plan: plan, shape(ofPlan: plan), cursor.bytes, from: cursor.position, to: end, depth: depth)
  }
}
