public import BenchHarness
public import Coders
internal import LodeModels

/// Objects of one type, in the form that each peer takes.
public final class ModelSet<Object: ModelSample> {
  /// What they are called in the report.
  public let name: String
  /// The objects, in the order in which they are inserted.
  public let objects: [Object]
  let plain: PlainObjects

  /// - Parameter inC: whether C's peers are to store them.
  init(_ name: String, _ objects: [Object], inC: Bool = true) throws {
    self.name = name
    self.objects = objects
    plain = try PlainObjects(inC ? objects.map(\.plainObject) : [])
  }

  /// What reading the first objects must give.
  public func digest(_ count: Int) -> Digest { digest(of: 0..<count) }

  /// What reading these objects must give.
  public func digest(of indices: some Sequence<Int>) -> Digest {
    var digest = Digest()
    for index in indices { digest.add(sum: objects[index].sum) }
    return digest
  }

  /// The keys of these objects, in this order.
  public func keys(_ indices: some Sequence<Int>) -> ModelKeys<Object> {
    let chosen = indices.map { objects[$0] }
    var builder = RowBuilder()
    for object in chosen { builder.append(key: object.plainObject.key, value: []) }
    return ModelKeys(
      keys: chosen.map(\.primaryKey), rows: builder.rows(), digest: digest(of: indices))
  }
}

/// Keys of objects, in the order in which they are used.
public struct ModelKeys<Object: ModelSample> {
  let keys: [Object.PrimaryKey]
  let rows: Rows
  /// What reading them must give.
  public let digest: Digest

  /// How many.
  public var count: Int { keys.count }
}

extension ModelSet<Citizen> {
  /// Persons.
  public static func persons(_ count: Int) throws -> ModelSet {
    try ModelSet("persons", Citizen.samples(count))
  }
}

extension ModelSet<PackageRecord> {
  /// Records of a package index, the first of each name.
  public static func packages(_ records: [PackageRecord]) throws -> ModelSet {
    var names: Set<String> = []
    return try ModelSet("packages", records.filter { names.insert($0.package).inserted })
  }
}
