/// The schemas that an archive uses, in the order of first use.
///
/// The list keeps the schemas of the previous archive. The next archive usually has the same
/// schemas and then retains nothing.
struct SchemaList {
  private var kept: [ArchiveSchema] = []
  /// The number of kept schemas that the archive uses.
  private(set) var count = 0
  /// The indexes of schemas after the first few.
  private var places: [ArchiveSchema: Int] = [:]
  /// The number of schemas that a linear search covers.
  private static let few = 16

  /// The schemas of the archive.
  var schemas: [ArchiveSchema] { Array(kept.prefix(count)) }

  /// The schema at an index from 0.
  subscript(index: Int) -> ArchiveSchema { kept[index] }

  /// Returns the number of a schema, from 1; adds a new schema to the list.
  mutating func number(of schema: ArchiveSchema) -> UInt32 {
    for index in 0..<min(count, Self.few) where kept[index] === schema {
      return UInt32(truncatingIfNeeded: index &+ 1)
    }
    return add(schema)
  }

  /// Adds a schema unless the list contains an equal definition.
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

  private func index(of schema: ArchiveSchema) -> Int? {
    for index in 0..<min(count, Self.few) where kept[index] == schema { return index }
    return count > Self.few ? places[schema] : nil
  }

  /// Returns the schema with a number.
  func schema(_ number: UInt32) -> ArchiveSchema? {
    number > 0 && number <= count ? kept[Int(number) - 1] : nil
  }

  /// Returns the number of a schema in the list.
  func place(_ schema: ArchiveSchema) -> UInt32 {
    UInt32(truncatingIfNeeded: (index(of: schema) ?? -1) + 1)
  }

  /// Adds schemas in order, so that their positions become their numbers.
  mutating func add(_ schemas: [ArchiveSchema]) {
    for schema in schemas { _ = number(of: schema) }
  }

  /// Removes the schemas that were added last.
  mutating func removeLast(to count: Int) {
    for index in max(count, Self.few)..<max(self.count, Self.few) { places[kept[index]] = nil }
    self.count = count
  }

  mutating func removeAll() {
    count = 0
    if !places.isEmpty { places.removeAll(keepingCapacity: true) }
  }
}
