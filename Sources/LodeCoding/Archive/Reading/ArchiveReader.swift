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
  @usableFromInline let session: ReadingSession

  @usableFromInline
  @_lifetime(copy body)
  init(_ body: Span<UInt8>, session: ReadingSession, plan: Int = 0) {
    cursor = ByteCursor(body)
    frame = FieldFrame(plan: plan)
    self.session = session
  }

  /// Creates a reader of the payload at a cursor.
  @_lifetime(copy cursor)
  init(_ cursor: borrowing ByteCursor, session: ReadingSession) {
    self.cursor = copy cursor
    frame = FieldFrame(plan: 0)
    self.session = session
  }

  /// Creates another reader at the same position.
  @_lifetime(copy other)
  init(at other: borrowing ArchiveReader) {
    cursor = other.cursor
    frame = other.frame
    session = other.session
  }

  /// The plan that locates the fields of the innermost object.
  var plan: FieldPlan { session.plan(at: frame.plan) }

  /// Returns the location of a field of the innermost object.
  @usableFromInline
  func slot(_ field: Int) -> FieldPlan.Slot { session.plan(at: frame.plan).slots[field] }

  /// The number of bytes that remain in the current payload.
  @inlinable public var count: Int { cursor.count }
}
