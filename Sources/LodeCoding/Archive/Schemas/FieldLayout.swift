/// Where the fields of a schema lie in the bytes of an object.
struct FieldLayout: Sendable {
  /// Where one field lies.
  struct Location: Sendable {
    /// The flag bit that says whether the field is present; 0 if it always is.
    let presence: Int32
    /// The offset from the beginning of the fields when the width is fixed, else -1 minus the place
    /// among the variable fields.
    let position: Int32
  }

  let places: [Location]
  /// The bytes of flags.
  let flagSize: Int
  /// The bits of the last byte of flags that stand for no field.
  let spareFlags: UInt8
  /// Where the ends begin: flags and fixed fields together.
  let fixedEnd: Int
  /// How many variable fields there are, the extensions included.
  let variableCount: Int

  init(_ fields: [ArchiveSchema.Field], isExtensible: Bool) {
    let optionals = fields.count { $0.type.code == .optional }
    flagSize = (1 + optionals + 7) / 8
    let lastFlags = (1 + optionals) % 8
    spareFlags = lastFlags == 0 ? 0 : ~0 << UInt8(lastFlags)
    var places: [Location] = []
    var bit: Int32 = 0
    var offset = Int32(flagSize)
    var variable: Int32 = 0
    for field in fields {
      let isOptional = field.type.code == .optional
      if isOptional { bit += 1 }
      let presence = isOptional ? bit : 0
      if let size = field.type.unwrapped.fixedSize {
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

  /// How many ends stand in front of the variable fields.
  var endCount: Int { max(variableCount - 1, 0) }
}
