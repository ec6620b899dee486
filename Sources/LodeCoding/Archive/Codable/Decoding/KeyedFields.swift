/// The fields of a schema's objects, prepared for lookup by name.
final class KeyedFields: Sendable {
  /// The location of a field.
  struct Slot: Sendable {
    /// The type of the payload.
    let type: ArchiveType
    /// The presence bit and the position, as in `FieldLayout.Location`.
    let presence: Int32
    let position: Int32
    /// The width in bytes, or zero if the width varies.
    let size: Int32
  }

  let schema: ArchiveSchema
  let names: [String]
  let slots: [Slot]
  let caseName: String?

  init(_ schema: ArchiveSchema) {
    self.schema = schema
    names = schema.fields.map(\.name)
    slots = zip(schema.fields, schema.layout.places).map { field, place in
      let type = field.type.unwrapped
      return Slot(
        type: type, presence: place.presence, position: place.position,
        size: Int32(type.fixedSize ?? 0))
    }
    if case .enumCase(let name) = schema.kind { caseName = name } else { caseName = nil }
  }

  /// Returns the index of a field; types usually request their fields in order.
  @inline(__always)
  func index(of name: String, after last: Int) -> Int? {
    let next = last &+ 1
    if next < names.count, names[next] == name, !schema.hasTwins { return next }
    return schema.index(of: name)
  }
}

/// The bounds of one object's sections.
struct ObjectBounds {
  var start = 0
  var end = 0
  var ends = 0
  var endSize = 2
  var variable = 0
  var endCount = 0

  init() {}

  init(_ frame: FieldFrame) {
    start = frame.start
    end = frame.end
    ends = frame.ends
    endSize = frame.endSize
    variable = frame.variable
    endCount = frame.endCount
  }

  /// Returns the range of a field's payload, or `nil` if the field has no value.
  @inline(__always)
  func payload(_ slot: KeyedFields.Slot, _ bytes: Span<UInt8>) throws(ArchiveError) -> Range<Int>? {
    if slot.presence > 0 {
      let bit = Int(slot.presence)
      guard bytes[start &+ bit >> 3] & (1 << UInt8(truncatingIfNeeded: bit & 7)) != 0 else {
        return nil
      }
    }
    if slot.position >= 0 {
      let place = start &+ Int(slot.position)
      return place..<place &+ Int(slot.size)
    }
    let index = -1 &- Int(slot.position)
    let length = self.end &- variable
    let start = index == 0 ? 0 : end(index &- 1, bytes)
    let end = index == endCount ? length : end(index, bytes)
    guard start <= end, end <= length else {
      throw ArchiveError(.truncated, at: ends, "a field lies outside of its object")
    }
    return variable &+ start..<variable &+ end
  }

  @inline(__always)
  private func end(_ index: Int, _ bytes: Span<UInt8>) -> Int {
    endSize == 2
      ? Int(bytes.littleEndian(at: ends &+ index &* 2, as: UInt16.self))
      : Int(bytes.littleEndian(at: ends &+ index &* 4, as: UInt32.self))
  }
}
