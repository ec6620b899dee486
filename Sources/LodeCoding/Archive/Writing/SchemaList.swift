/// The schemas that an archive uses, in the order in which they were first used.
///
/// What the archive before used stays there, since the next one mostly uses the same: then nothing
/// is retained.
struct SchemaList {
  private var kept: [ArchiveSchema] = []
  /// How many of those kept the archive uses.
  private(set) var count = 0
  /// The places of schemas behind the first few.
  private var places: [ArchiveSchema: Int] = [:]
  /// Up to this number, a linear search is used.
  private static let few = 16

  /// The schemas of the archive.
  var schemas: [ArchiveSchema] { Array(kept.prefix(count)) }

  /// The schema of a place from 0.
  subscript(index: Int) -> ArchiveSchema { kept[index] }

  /// The place of a schema in the list, from 1; it is added when it is not there.
  mutating func number(of schema: ArchiveSchema) -> UInt32 {
    for index in 0..<min(count, Self.few) where kept[index] === schema {
      return UInt32(truncatingIfNeeded: index &+ 1)
    }
    return add(schema)
  }

  /// Adds a schema unless the list has one with the same definition.
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

  /// The schema of a number.
  func schema(_ number: UInt32) -> ArchiveSchema? {
    number > 0 && number <= count ? kept[Int(number) - 1] : nil
  }

  /// The number of a schema that is in the list.
  func place(_ schema: ArchiveSchema) -> UInt32 {
    UInt32(truncatingIfNeeded: (index(of: schema) ?? -1) + 1)
  }

  /// Adds schemas, whose numbers are theirs then.
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
