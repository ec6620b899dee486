/// The schemas that an archive uses, in the order of their first use.
///
/// The list keeps the schemas of the previous archive. If the next archive has the same schemas,
/// the list need not retain the schemas again.
struct SchemaList {
  /// The schemas of this archive, followed by schemas of the previous archive.
  private var kept: [ArchiveSchema] = []
  /// The number of schemas that this archive uses.
  private(set) var count = 0
  /// The indexes of schemas that are not among the first few.
  private var places: [ArchiveSchema: Int] = [:]
  /// The number of schemas that a linear search covers.
  private static let few = 16

  /// The schemas that this archive uses.
  var schemas: [ArchiveSchema] { Array(kept.prefix(count)) }

  /// The schema with an index, counted from 0.
  subscript(index: Int) -> ArchiveSchema { kept[index] }

  /// Returns the number of a schema, counted from 1, and adds the schema if the schema is new.
  mutating func number(of schema: ArchiveSchema) -> UInt32 {
    for index in 0..<min(count, Self.few) where kept[index] === schema {
      return UInt32(truncatingIfNeeded: index &+ 1)
    }
    return add(schema)
  }

  /// Adds a schema unless the list has a schema with the same definition; returns the number.
  private mutating func add(_ schema: ArchiveSchema) -> UInt32 {
    if let index = index(of: schema) { return UInt32(truncatingIfNeeded: index &+ 1) }
    if count == kept.count {
      kept.append(schema)
    } else if kept[count] !== schema {
      kept[count] = schema
    }
    if count >= Self.few { places[schema] = count }
    count &+= 1
    return UInt32(truncatingIfNeeded: count)
  }

  /// Returns the index of a schema with the same definition, or `nil`.
  private func index(of schema: ArchiveSchema) -> Int? {
    for index in 0..<min(count, Self.few) where kept[index] == schema { return index }
    return count > Self.few ? places[schema] : nil
  }

  /// Returns the schema with a number, or `nil` if no schema has the number.
  func schema(_ number: UInt32) -> ArchiveSchema? {
    number > 0 && number <= count ? kept[Int(number) - 1] : nil
  }

  /// Returns the number of a schema in the list, or 0 for another schema.
  func place(_ schema: ArchiveSchema) -> UInt32 {
    UInt32(truncatingIfNeeded: (index(of: schema) ?? -1) + 1)
  }

  /// Adds schemas to an empty list, so that their order determines their numbers.
  mutating func add(_ schemas: [ArchiveSchema]) {
    for schema in schemas { _ = number(of: schema) }
  }

  /// Removes the schemas after the first `count` schemas.
  mutating func removeLast(to count: Int) {
    for index in max(count, Self.few)..<max(self.count, Self.few) { places[kept[index]] = nil }
    self.count = count
  }

  mutating func removeAll() {
    count = 0
    if !places.isEmpty { places.removeAll(keepingCapacity: true) }
  }
}
