/// The type and range of a value's payload in an archive; a payload is a value without its type.
///
/// The type is `.null` if the value is absent, and never `.optional`. A location of type `.any`
/// denotes the default of an absent field: `start` is the number of the default.
@usableFromInline
struct PathLocation: Sendable {
  @usableFromInline let type: ArchiveType
  /// The offset of the payload from the beginning of the archive; `end` is the offset after the
  /// payload.
  @usableFromInline let start: Int
  @usableFromInline let end: Int

  @inlinable
  init(_ type: ArchiveType, _ start: Int, _ end: Int) {
    self.type = type
    self.start = start
    self.end = end
  }

  /// The location of an absent value.
  @inlinable static var none: PathLocation { PathLocation(.null, 0, 0) }

  /// Creates the location that denotes a default.
  init(default number: Int) { self.init(.any, number, 0) }

  /// The number of the default, or `nil` if the value is in the archive.
  var defaultNumber: Int? { type == .any ? start : nil }
}

/// The location of one field of the archived structure, in all archives with the same
/// ``ArchivePrefix``.
@usableFromInline
struct CachedOffset: Sendable {
  /// How to find the value.
  @usableFromInline
  enum Way: Sendable {
    /// Follow the path from the archived value.
    case walk
    /// The object lacks the field; `type`, `position`, and `size` hold the location to return.
    case missing
    /// The payload begins at `position`, a fixed offset from the beginning of the archive.
    case fixed
    /// Read the end table, which holds the ends of the variable-width fields.
    case variable
  }

  @usableFromInline var way = Way.walk
  @usableFromInline var type = ArchiveType.null
  /// The offset of a fixed-width payload, or the index among the variable-width fields.
  @usableFromInline var position = 0
  /// The width in bytes; 0 if the width varies.
  @usableFromInline var size = 0
  /// The index of the flag that marks the field as present; 0 if the field is always present.
  @usableFromInline var presence = 0
  /// The offset of the flags.
  @usableFromInline var flags = 0
  @usableFromInline var sizes = FieldSizes()

  /// Creates an instance that requires following the path.
  init() {}

  /// Creates the location of a field in a structure that extends from `start` to the end of the
  /// archive.
  ///
  /// - Parameter absent: The location to return if the structure lacks the field.
  init(_ slot: PathSlot, _ shape: PathShape, start: Int, absent: PathLocation) {
    sizes = shape.sizes
    flags = start
    presence = slot.presence
    guard slot.isThere else {
      // The object may have a kept field, which the reader finds only by following the path.
      if shape.isExtensible { return }
      (way, type, position, size) = (.missing, absent.type, absent.start, absent.end)
      return
    }
    type = slot.type
    if slot.replacesNil && slot.presence > 0 { return }
    // A payload of these types begins with a type, a presence byte, or a reference.
    if type.code == .any || type.code == .optional || type.code == .object { return }
    size = type.fixedSize ?? 0
    way = size > 0 ? .fixed : .variable
    position = size > 0 ? start + slot.position : -1 - slot.position
  }

  /// Whether the value's location does not depend on the variable-width fields.
  var isFixed: Bool { way == .fixed || way == .missing }

  /// Returns the value's location, or `nil` if following the path must find the value or the error.
  ///
  /// - Parameter isFixedPart: Whether the bytes are only the fixed part of an archive, which ends
  ///   before the end table.
  @inlinable @inline(__always)
  func place(in bytes: Span<UInt8>, isFixedPart: Bool) -> PathLocation? {
    if way == .missing { return PathLocation(type, position, size) }
    let ends = flags &+ sizes.fixedEnd
    guard way != .walk, ends <= bytes.count else { return nil }
    let isShort = bytes[flags] & 1 == 0
    let variable = ends &+ sizes.endCount &* (isShort ? 2 : 4)
    guard
      isFixedPart
        ? way == .fixed
        : variable <= bytes.count && (sizes.variableCount > 0 || variable == bytes.count),
      bytes[flags &+ sizes.flagSize &- 1] & sizes.spareFlags == 0
    else { return nil }
    if presence > 0, bytes[flags &+ presence &>> 3] & (1 &<< UInt8(presence & 7)) == 0 {
      return PathLocation.none
    }
    if way == .fixed { return PathLocation(type, position, position &+ size) }
    return isShort
      ? variablePlace(in: bytes, ends, variable, UInt16.self)
      : variablePlace(in: bytes, ends, variable, UInt32.self)
  }

  /// Returns the location of a variable-width field, or `nil` if the end table is damaged.
  @inlinable @inline(__always)
  func variablePlace<End: FixedWidthInteger & BitwiseCopyable>(
    in bytes: Span<UInt8>, _ ends: Int, _ variable: Int, _ width: End.Type
  ) -> PathLocation? {
    let place = ends &+ position &* MemoryLayout<End>.size
    let length = bytes.count &- variable
    let start =
      position == 0 ? 0 : Int(bytes.littleEndian(at: place &- MemoryLayout<End>.size, as: width))
    let end = position == sizes.endCount ? length : Int(bytes.littleEndian(at: place, as: width))
    guard start <= end, end <= length else { return nil }
    return PathLocation(type, variable &+ start, variable &+ end)
  }
}
