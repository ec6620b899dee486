/// Where a field of fixed width lies in all archives that begin with the same schemas.
@usableFromInline
struct FieldOffset {
  /// The width; -1 when there is no such place.
  @usableFromInline var size = -1
  /// The offset from the beginning of the archive.
  @usableFromInline var position = 0
  /// How many bytes the archive has at least: up to the ends of the variable fields.
  @usableFromInline var ends = 0
  @usableFromInline var endCount = 0
  @usableFromInline var hasVariables = false
  /// Where the flags begin and end.
  @usableFromInline var flags = 0
  @usableFromInline var lastFlags = 0
  @usableFromInline var spareFlags: UInt8 = 0
  /// The flag bit that says whether the field is present; 0 if it always is.
  @usableFromInline var presence = 0

  /// No place.
  init() {}

  /// The place of a field in archives whose fields begin at `start`.
  init(_ field: Int, _ plan: FieldPlan, start: Int) {
    let slot = plan.slots[field]
    guard slot.way == .same, slot.position >= 0,
      let size = plan.stored.fields[Int(slot.field)].type.unwrapped.fixedSize
    else { return }
    self.size = size
    position = start + Int(slot.position)
    ends = start + plan.shape.fixedEnd
    endCount = plan.shape.endCount
    hasVariables = plan.shape.variableCount > 0
    flags = start
    lastFlags = start + plan.shape.flagSize - 1
    spareFlags = plan.shape.spareFlags
    presence = Int(slot.presence)
  }

  /// Whether the archive has the size of its fields, as `enterFields` checks it, and the field is
  /// there.
  ///
  /// When it is not so, a reader says what is wrong.
  @inlinable @inline(__always)
  func isIn(_ bytes: Span<UInt8>) -> Bool {
    guard size > 0, ends <= bytes.count else { return false }
    let isShort = bytes[flags] & 1 == 0
    let variable = ends &+ endCount &* (isShort ? 2 : 4)
    return variable <= bytes.count && (hasVariables || variable == bytes.count)
      && bytes[lastFlags] & spareFlags == 0
      && (presence == 0 || bytes[flags &+ presence &>> 3] & (1 &<< UInt8(presence & 7)) != 0)
      && (isShort ? isInOrder(bytes, UInt16.self) : isInOrder(bytes, UInt32.self))
  }

  /// Whether no variable field ends before it begins.
  @inlinable @inline(__always)
  func isInOrder<End: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: Span<UInt8>, _ type: End.Type
  ) -> Bool {
    var last: End = 0
    var place = ends
    for _ in 0..<endCount {
      let end: End = bytes.littleEndian(at: place)
      if end < last { return false }
      last = end
      place &+= MemoryLayout<End>.size
    }
    return true
  }
}
