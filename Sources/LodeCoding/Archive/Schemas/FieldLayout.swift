/// The sizes of the parts of an object's fields, without retained references.
///
/// The fields begin with *flags*. Bit 0 gives the width of the end-table entries, and each optional
/// field has one further bit, set if the field is present. The fixed-width fields follow. The *end
/// table* has the end offset of each variable-width field but the last, and the variable-width
/// fields come last.
@usableFromInline
struct FieldSizes: Sendable {
  /// The number of bytes of flags.
  @usableFromInline var flagSize = 1
  /// The bits of the last byte of flags that belong to no field.
  @usableFromInline var spareFlags: UInt8 = 0
  /// The offset of the end table from the beginning of the flags.
  @usableFromInline var fixedEnd = 1
  /// The number of entries in the end table.
  @usableFromInline var endCount = 0
  /// The number of variable-width fields, including the field for extensions of an extensible
  /// schema.
  @usableFromInline var variableCount = 0

  init() {}
}

/// The positions of a schema's fields in the bytes of an object, whose parts ``FieldSizes`` names.
struct FieldLayout: Sendable {
  /// The location of one field.
  struct Location: Sendable {
    /// The index of the flag that marks the field as present; 0 if the field is always present.
    let presence: Int32
    /// The offset of a fixed-width field from the beginning of the flags, or -1 minus the index
    /// among the variable-width fields.
    let position: Int32
  }

  /// The location of each field, in the order of the schema.
  let places: [Location]
  private(set) var sizes = FieldSizes()

  init(_ types: some Collection<ArchiveType>, isExtensible: Bool) {
    let optionals = types.count { $0.code == .optional }
    sizes.flagSize = (1 + optionals + 7) / 8
    let lastFlags = (1 + optionals) % 8
    sizes.spareFlags = lastFlags == 0 ? 0 : ~0 << UInt8(lastFlags)
    var places: [Location] = []
    var bit: Int32 = 0
    var offset = Int32(sizes.flagSize)
    var variable: Int32 = 0
    for type in types {
      let isOptional = type.code == .optional
      if isOptional { bit += 1 }
      let presence = isOptional ? bit : 0
      if let size = type.unwrapped.fixedSize {
        places.append(Location(presence: presence, position: offset))
        offset += Int32(size)
      } else {
        places.append(Location(presence: presence, position: -1 - variable))
        variable += 1
      }
    }
    self.places = places
    sizes.fixedEnd = Int(offset)
    sizes.variableCount = Int(variable) + (isExtensible ? 1 : 0)
    sizes.endCount = max(sizes.variableCount - 1, 0)
  }
}
