/// The schemas that an archive uses, in the order in which they were first used.
struct SchemaList {
  private(set) var schemas: [ArchiveSchema] = []
  private var identities: [ObjectIdentifier] = []
  /// The places by what the schemas say.
  private var places: [ArchiveSchema: Int] = [:]
  /// Up to so many are looked for one after the other.
  private static let few = 16

  /// The place of a schema in the list, from 1; it is added when it is not there.
  mutating func number(of schema: ArchiveSchema) -> UInt32 {
    let identity = ObjectIdentifier(schema)
    for index in identities.prefix(Self.few).indices where identities[index] == identity {
      return UInt32(truncatingIfNeeded: index &+ 1)
    }
    return add(schema)
  }

  /// Adds a schema unless one of the same definition is there.
  @inline(never)
  private mutating func add(_ schema: ArchiveSchema) -> UInt32 {
    if let index = places[schema] { return UInt32(index + 1) }
    places[schema] = schemas.count
    schemas.append(schema)
    identities.append(ObjectIdentifier(schema))
    return UInt32(schemas.count)
  }

  /// The schema of a number.
  func schema(_ number: UInt32) -> ArchiveSchema? {
    number > 0 && number <= schemas.count ? schemas[Int(number) - 1] : nil
  }

  /// The number of a schema that is in the list.
  func place(_ schema: ArchiveSchema) -> UInt32 {
    UInt32(truncatingIfNeeded: (places[schema] ?? -1) + 1)
  }

  /// Adds schemas, whose numbers are theirs then.
  mutating func add(_ schemas: [ArchiveSchema]) {
    for schema in schemas { _ = number(of: schema) }
  }

  /// Removes the schemas that were added last.
  mutating func removeLast(to count: Int) {
    for schema in schemas[count...] { places[schema] = nil }
    schemas.removeSubrange(count...)
    identities.removeSubrange(count...)
  }

  mutating func removeAll() {
    schemas.removeAll(keepingCapacity: true)
    identities.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }
}
