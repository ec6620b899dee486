/// The offset of a fixed-width field in all archives whose objects begin at the same offset with
/// the same schemas.
///
/// An object's fields begin with *flags*. Bit 0 gives the width of the end-table entries, and each
/// optional field has one further bit, set if the field is present. The fixed-width fields follow,
/// then the *end table* with the end offset of each variable-width field but the last.
@usableFromInline
struct FieldOffset {
  /// The width of the field in bytes; -1 without an offset.
  @usableFromInline var size = -1
  /// The offset from the beginning of the archive.
  @usableFromInline var position = 0
  /// The offset of the end table; a shorter archive is damaged.
  @usableFromInline var ends = 0
  /// The number of entries in the end table.
  @usableFromInline var endCount = 0
  /// Whether the object has variable-width fields.
  @usableFromInline var hasVariables = false
  /// The offset of the first byte of flags.
  ///
  /// The lowest bit of the byte is set if entries of the end table have four bytes, and clear for
  /// two bytes.
  @usableFromInline var flags = 0
  /// The offset of the last byte of flags.
  @usableFromInline var lastFlags = 0
  /// The bits of the last byte of flags that belong to no field.
  @usableFromInline var spareFlags: UInt8 = 0
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
    ends = start + plan.shape.fixedEnd
    endCount = plan.shape.endCount
    hasVariables = plan.shape.variableCount > 0
    flags = start
    lastFlags = start + plan.shape.flagSize - 1
    spareFlags = plan.shape.spareFlags
    presence = Int(slot.presence)
  }

  /// Returns whether sizes, flags, and end table are valid, and the field is present.
  ///
  /// The checks equal the checks of a full decoding. If a check fails, a full decoding returns the
  /// value or throws the error.
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

  /// Returns whether no variable-width field ends before its start.
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
