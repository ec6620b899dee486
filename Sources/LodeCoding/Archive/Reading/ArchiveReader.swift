/// A reader that decodes an archived object's fields by their indexes in the type's schema.
///
/// A type receives the reader in `init(from:)`; ``Archivable`` has an example. The type may decode
/// its fields in any order. A reader borrows the archive's bytes, is valid only inside
/// `init(from:)`, and belongs to one thread.
public struct ArchiveReader: ~Copyable, ~Escapable {
  /// The position in the current *payload*, the bytes of a value without its type.
  @usableFromInline var cursor: ByteCursor
  /// The state of the innermost object's fields.
  @usableFromInline var frame: FieldFrame
  let session: ReadingSession

  @usableFromInline
  @_lifetime(copy body)
  init(_ body: Span<UInt8>, session: ReadingSession, plan: Int = 0) {
    cursor = ByteCursor(body)
    frame = FieldFrame(plan: plan)
    self.session = session
  }

  /// The plan that locates the fields of the innermost object.
  var plan: FieldPlan { session.plan(at: frame.plan) }

  /// Returns the location of a field of the innermost object.
  @usableFromInline
  func slot(_ field: Int) -> FieldPlan.Slot { session.plan(at: frame.plan).slots[field] }

  /// The number of bytes that remain in the current payload.
  @inlinable
  public var count: Int { cursor.end &- cursor.position }

  /// Reads a fixed-width integer and advances past it.
  @usableFromInline @inline(__always)
  mutating func take<I: FixedWidthInteger & BitwiseCopyable>(_ type: I.Type) throws(ArchiveError)
    -> I
  {
    let start = try cursor.take(MemoryLayout<I>.size)
    return cursor.bytes.littleEndian(at: start)
  }

  /// Reads a fixed-width integer and advances past it.
  ///
  /// A separate function creates the error, to keep this inlined method small.
  @inlinable @inline(__always)
  mutating func number<I: FixedWidthInteger & BitwiseCopyable>(_ type: I.Type) throws -> I {
    let start = cursor.position
    guard MemoryLayout<I>.size <= cursor.end &- start else {
      throw truncated(MemoryLayout<I>.size)
    }
    cursor.position = start &+ MemoryLayout<I>.size
    return cursor.bytes.littleEndian(at: start)
  }

  @usableFromInline @inline(never)
  func truncated(_ length: Int) -> any Error { cursor.truncated(length) }

  /// Reads the rest of the payload as text; throws `invalidUTF8` if the bytes are not UTF-8.
  @usableFromInline
  mutating func takeString() throws -> String {
    let range = cursor.position..<cursor.end
    cursor.position = cursor.end
    return try cursor.string(range)
  }

  /// The rest of the payload.
  var payload: Span<UInt8> {
    @_lifetime(copy self)
    get { cursor.bytes.extracting(cursor.position..<cursor.end) }
  }

  /// Begins a level of nesting, which `leave()` ends; throws `tooDeep` if the limit is exceeded.
  @usableFromInline
  func enter() throws(ArchiveError) {
    session.depth += 1
    guard session.depth <= session.limits.depth else {
      throw ArchiveError.tooDeep(at: cursor.position, session.limits.depth)
    }
  }

  /// Ends a level of nesting.
  @usableFromInline
  func leave() { session.depth -= 1 }

  /// Adds to the number of elements so far; throws `tooLarge` if the limit is exceeded.
  @usableFromInline
  func checkCount(_ count: Int) throws(ArchiveError) {
    session.count += count
    guard session.count <= session.limits.count else {
      throw ArchiveError(
        .tooLarge, at: cursor.position, "the archive has more than \(session.limits.count) elements"
      )
    }
  }

  /// Reads the number of elements that follow, each of which takes at least `size` bytes.
  @usableFromInline
  mutating func takeCount(atLeast size: Int) throws(ArchiveError) -> Int {
    let count = Int(try cursor.varint())
    guard count <= (cursor.end - cursor.position) / max(size, 1) else {
      throw ArchiveError(
        .truncated, at: cursor.position, "the bytes are too short for \(count) elements")
    }
    try checkCount(count)
    return count
  }

  /// Returns the end of a payload of `length` bytes, or throws `truncated`.
  @usableFromInline @inline(__always)
  func endOfPayload(_ length: Int) throws(ArchiveError) -> Int {
    guard length <= cursor.end &- cursor.position else {
      throw ArchiveError(
        .truncated, at: cursor.position,
        "\(length) bytes are needed, but only \(cursor.end - cursor.position) remain")
    }
    return cursor.position &+ length
  }

  /// Ends a payload, which must have been read to its end, and restores the end of the outer
  /// payload.
  @usableFromInline @inline(__always)
  mutating func finishPayload(_ outerEnd: Int) throws(ArchiveError) {
    guard cursor.position == cursor.end else {
      throw ArchiveError(.trailingBytes, at: cursor.position, "bytes follow the end of the value")
    }
    cursor.end = outerEnd
  }
}
