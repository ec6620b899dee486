/// The offset of a fixed-width field in all archives whose objects begin at the same offset with
/// the same schemas.
@usableFromInline
struct FieldOffset {
  /// The width of the field in bytes; -1 without an offset.
  @usableFromInline var size = -1
  /// The offset from the beginning of the archive.
  @usableFromInline var position = 0
  /// The offset of the flags.
  @usableFromInline var flags = 0
  @usableFromInline var sizes = FieldSizes()
  /// The index of the flag of the field; 0 if the field is always present.
  @usableFromInline var presence = 0

  /// Creates an instance without an offset.
  init() {}

  /// Creates the offset of a field of a plan in archives whose fields begin at `start`.
  init(_ field: Int, _ plan: FieldPlan, start: Int) {
    let slot = plan.slots[field]
    guard slot.way == .same, slot.position >= 0,
      let size = plan.stored.fields[Int(slot.field)].type.unwrapped.fixedSize
    else { return }
    self.size = size
    position = start + Int(slot.position)
    flags = start
    sizes = plan.shape.sizes
    presence = Int(slot.presence)
  }

  /// Returns whether sizes, flags, and end table are valid, and the field is present.
  ///
  /// The checks equal the checks of a full decoding. If a check fails, a full decoding returns the
  /// value or throws the error.
  @inlinable @inline(__always)
  func isIn(_ bytes: Span<UInt8>) -> Bool {
    let ends = flags &+ sizes.fixedEnd
    guard size > 0, ends <= bytes.count else { return false }
    let isShort = bytes[flags] & 1 == 0
    let variable = ends &+ sizes.endCount &* (isShort ? 2 : 4)
    return variable <= bytes.count && (sizes.variableCount > 0 || variable == bytes.count)
      && bytes[flags &+ sizes.flagSize &- 1] & sizes.spareFlags == 0
      && (presence == 0 || bytes[flags &+ presence &>> 3] & (1 &<< UInt8(presence & 7)) != 0)
      && (isShort ? isInOrder(bytes, UInt16.self) : isInOrder(bytes, UInt32.self))
  }

  /// Returns whether no variable-width field ends before its start.
  @inlinable @inline(__always)
  func isInOrder<End: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: Span<UInt8>, _ type: End.Type
  ) -> Bool {
    var last: End = 0
    var place = flags &+ sizes.fixedEnd
    for _ in 0..<sizes.endCount {
      let end: End = bytes.littleEndian(at: place)
      if end < last { return false }
      last = end
      place &+= MemoryLayout<End>.size
    }
    return true
  }
}
