/// The fields of a schema, prepared for lookup by name.
final class KeyedFields: Sendable {
  /// The location of a field.
  struct Slot: Sendable {
    /// The type of the field, without an optional.
    let type: ArchiveType
    /// The index of the flag that marks the field as present; 0 if the field is always present.
    let presence: Int32
    /// The offset of a fixed-width field from the beginning of the fields, or -1 minus the index
    /// among the variable-width fields.
    let position: Int32
    /// The width in bytes, or zero if the width varies.
    let size: Int32
  }

  let schema: ArchiveSchema
  let names: [String]
  let slots: [Slot]
  /// The name of the case, or `nil` for a structure.
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

  /// Returns the index of a field, in constant time for the field after the index `last`.
  ///
  /// Returns `nil` if no field has the name.
  @inline(__always)
  func index(of name: String, after last: Int) -> Int? {
    let next = last &+ 1
    if next < names.count, names[next] == name, !schema.hasTwins { return next }
    return schema.index(of: name)
  }
}

extension FieldFrame {
  /// Returns the range of a field's value, or `nil` if the field is nil.
  @inline(__always)
  func payload(_ slot: KeyedFields.Slot, _ bytes: Span<UInt8>) throws(ArchiveError) -> Range<Int>? {
    guard slot.presence == 0 || isPresent(slot.presence, bytes) else { return nil }
    guard slot.position >= 0 else { return try variableField(-1 &- Int(slot.position), bytes) }
    let place = start &+ Int(slot.position)
    return place..<place &+ Int(slot.size)
  }
}
