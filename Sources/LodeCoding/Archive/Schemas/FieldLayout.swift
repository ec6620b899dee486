/// The positions of a schema's fields in the bytes of an object.
///
/// An object begins with *flags*. Bit 0 gives the width of the end-table entries, and each optional
/// field has one further bit, set if the field is present. The fixed-width fields follow. The *end
/// table* has the end offset of each variable-width field but the last, and the variable-width
/// fields come last.
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
  /// The number of bytes of flags.
  let flagSize: Int
  /// The bits of the last byte of flags that belong to no field.
  let spareFlags: UInt8
  /// The offset of the end table from the beginning of the flags.
  let fixedEnd: Int
  /// The number of variable-width fields, including the field for extensions of an extensible
  /// schema.
  let variableCount: Int

  init(_ types: some Collection<ArchiveType>, isExtensible: Bool) {
    let optionals = types.count { $0.code == .optional }
    flagSize = (1 + optionals + 7) / 8
    let lastFlags = (1 + optionals) % 8
    spareFlags = lastFlags == 0 ? 0 : ~0 << UInt8(lastFlags)
    var places: [Location] = []
    var bit: Int32 = 0
    var offset = Int32(flagSize)
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
    fixedEnd = Int(offset)
    variableCount = Int(variable) + (isExtensible ? 1 : 0)
  }

  /// The number of entries in the end table.
  var endCount: Int { max(variableCount - 1, 0) }
}
