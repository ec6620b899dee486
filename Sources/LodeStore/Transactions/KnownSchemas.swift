internal import LodeCoding

/// A cache of schema numbers, by the identity of the schema object.
///
/// The cache saves lookups, because a write often puts many rows of one type.
struct KnownSchemas {
  // The cache retains the schemas, so that no other object reuses their identities.
  private var schemas: [ArchiveSchema] = []
  private var identities: [ObjectIdentifier] = []
  private var numbers: [UInt32] = []

  @inline(__always)
  func number(of schema: ArchiveSchema) -> UInt32? {
    let identity = ObjectIdentifier(schema)
    for index in identities.indices where identities[index] == identity { return numbers[index] }
    return nil
  }

  mutating func add(_ schema: ArchiveSchema, _ number: UInt32) {
    // The limit bounds the memory for types that determine their schema during archiving.
    if schemas.count >= 64 { self = KnownSchemas() }
    schemas.append(schema)
    identities.append(ObjectIdentifier(schema))
    numbers.append(number)
  }
}
