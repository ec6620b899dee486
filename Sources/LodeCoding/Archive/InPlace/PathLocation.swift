/// The range and type of a value's payload in an archive; the type is null for no value.
///
/// The type is never an optional. A location of type any lies in no archive: its start is the
/// number of a default.
@usableFromInline
struct PathLocation: Sendable {
  @usableFromInline let type: ArchiveType
  /// The start, counted from the beginning of the archive.
  @usableFromInline let start: Int
  @usableFromInline let end: Int

  @inlinable
  init(_ type: ArchiveType, _ start: Int, _ end: Int) {
    self.type = type
    self.start = start
    self.end = end
  }

  /// The location of no value.
  @inlinable static var none: PathLocation { PathLocation(.null, 0, 0) }

  /// Creates the location of an absent field's default by its number.
  init(default number: Int) { self.init(.any, number, 0) }

  /// The number of the default, or `nil` if the value is in the archive.
  var defaultNumber: Int? { type == .any ? start : nil }
}

/// The offset of a field of the archived structure in all archives with the same prefix.
@usableFromInline
struct CachedOffset: Sendable {
  /// The method of finding the value.
  @usableFromInline
  enum Way: Sendable {
    /// By traversing the path.
    case walk
    /// The field does not exist: type, position, and size have the values that mean absence.
    case missing
    /// By the offset from the beginning of the archive.
    case fixed
    /// By the ends of the variable fields.
    case variable
  }

  @usableFromInline var way = Way.walk
  @usableFromInline var type = ArchiveType.null
  /// The offset of a fixed-width payload, or the index among the variable fields.
  @usableFromInline var position = 0
  @usableFromInline var size = 0
  /// The flag bit that marks the field as present; 0 if the field is always present.
  @usableFromInline var presence = 0
  /// The offset of the flags.
  @usableFromInline var flags = 0
  @usableFromInline var shape = PathShape()

  /// Creates an offset that requires traversing the path.
  init() {}

  /// Creates the offset of a field whose structure extends from `start` to the end of the archive.
  ///
  /// - Parameter absent: The location to use if the structure has no such field.
  init(_ slot: PathSlot, _ shape: PathShape, start: Int, absent: PathLocation) {
    self.shape = shape
    flags = start
    presence = slot.presence
    guard slot.isThere else {
      // The field may be kept outside the type's own fields.
      if shape.isExtensible { return }
      (way, type, position, size) = (.missing, absent.type, absent.start, absent.end)
      return
    }
    type = slot.type
    if slot.replacesNil && slot.presence > 0 { return }
    // Only the payload determines the content of these types.
    if type.code == .any || type.code == .optional || type.code == .object { return }
    size = type.fixedSize ?? 0
    way = size > 0 ? .fixed : .variable
    position = size > 0 ? start + slot.position : -1 - slot.position
  }

  /// Returns the value's location, or `nil` if traversal must find the value or the error.
  @inlinable @inline(__always)
  func place(in bytes: Span<UInt8>) -> PathLocation? {
    if way == .missing { return PathLocation(type, position, size) }
    let ends = flags &+ shape.fixedEnd
    guard way != .walk, ends <= bytes.count else { return nil }
    let isShort = bytes[flags] & 1 == 0
    let variable = ends &+ shape.endCount &* (isShort ? 2 : 4)
    guard variable <= bytes.count, shape.hasVariables || variable == bytes.count,
      bytes[flags &+ shape.flagSize &- 1] & shape.spareFlags == 0
    else { return nil }
    if presence > 0, bytes[flags &+ presence &>> 3] & (1 &<< UInt8(presence & 7)) == 0 {
      return PathLocation.none
    }
    if way == .fixed { return PathLocation(type, position, position &+ size) }
    return isShort
      ? variablePlace(in: bytes, ends, variable, UInt16.self)
      : variablePlace(in: bytes, ends, variable, UInt32.self)
  }

  @inlinable @inline(__always)
  func variablePlace<End: FixedWidthInteger & BitwiseCopyable>(
    in bytes: Span<UInt8>, _ ends: Int, _ variable: Int, _ width: End.Type
  ) -> PathLocation? {
    let place = ends &+ position &* MemoryLayout<End>.size
    let length = bytes.count &- variable
    let start =
      position == 0 ? 0 : Int(bytes.littleEndian(at: place &- MemoryLayout<End>.size, as: width))
    let end = position == shape.endCount ? length : Int(bytes.littleEndian(at: place, as: width))
    guard start <= end, end <= length else { return nil }
    return PathLocation(type, variable &+ start, variable &+ end)
  }
}
