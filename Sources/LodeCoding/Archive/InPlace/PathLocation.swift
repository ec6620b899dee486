/// Where the payload of a value lies in an archive, and of what type it is: null for no value, and
/// never optional.
///
/// A value of the type any lies in no archive: its number is that of a default.
@usableFromInline
struct PathLocation: Sendable {
  @usableFromInline let type: ArchiveType
  /// Counted from the beginning of the archive.
  @usableFromInline let start: Int
  @usableFromInline let end: Int

  @inlinable
  init(_ type: ArchiveType, _ start: Int, _ end: Int) {
    self.type = type
    self.start = start
    self.end = end
  }

  /// No value.
  @inlinable static var none: PathLocation { PathLocation(.null, 0, 0) }

  /// A value that reads have for a field that is not there, by its number.
  init(default number: Int) { self.init(.any, number, 0) }

  /// The number of the default that it stands for; `nil` when the value lies in the archive.
  var defaultNumber: Int? { type == .any ? start : nil }
}

/// Where the value of a field of the archived structure lies in all archives that begin alike.
@usableFromInline
struct CachedOffset: Sendable {
  /// How the value is found.
  @usableFromInline
  enum Way: Sendable {
    /// By walking the path.
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
  /// The offset of a payload of fixed width, or the place among the variable fields.
  @usableFromInline var position = 0
  @usableFromInline var size = 0
  /// The flag bit that says whether the field is present; 0 if it always is.
  @usableFromInline var presence = 0
  /// Where the flags begin.
  @usableFromInline var flags = 0
  @usableFromInline var shape = PathShape()

  /// A value that is found by walking.
  init() {}

  /// The value of a field of a structure whose fields begin at `start` and go to the end of the
  /// archive.
  ///
  /// - Parameter absent: what stands for the value where there is no such field.
  init(_ slot: PathSlot, _ shape: PathShape, start: Int, absent: PathLocation) {
    self.shape = shape
    flags = start
    presence = slot.presence
    guard slot.isThere else {
      // A field may have been kept beside those of the type.
      if shape.isExtensible { return }
      (way, type, position, size) = (.missing, absent.type, absent.start, absent.end)
      return
    }
    type = slot.type
    if slot.replacesNil && slot.presence > 0 { return }
    // What these hold is known by the payload only.
    if type.code == .any || type.code == .optional || type.code == .object { return }
    size = type.fixedSize ?? 0
    way = size > 0 ? .fixed : .variable
    position = size > 0 ? start + slot.position : -1 - slot.position
  }

  /// Where the value lies; `nil` when walking has to find it, or what is wrong.
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
