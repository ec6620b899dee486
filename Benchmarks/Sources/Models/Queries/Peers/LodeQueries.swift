internal import BenchHarness
import Lode
internal import LodeCoding
internal import LodeModels
internal import LodeStore

/// Indexes and queries of models.
///
/// Paths are made once; conditions are values, made again for each searched value.
func lodeQueries<Object: QuerySample>(
  _ directory: String, compression: Compression
) throws -> QueryStore<Object> {
  var options = StoreOptions()
  options.compression = compression
  let store = try Store(directory + "/objects.lode", models: [Object.self], options: options)
  let paths = Dictionary(
    uniqueKeysWithValues: QueryField.allCases.map {
      ($0, ArchivePath(parsing: Object.name(of: $0)))
    })
  func path(_ field: QueryField) -> ArchivePath { paths[field] ?? ArchivePath([]) }
  func index(_ field: QueryField) -> IndexDefinition { IndexDefinition(IndexPart(path(field))) }
  func counts(_ field: QueryField) -> IndexDefinition {
    var definition = index(field).counting()
    definition.name = "counts of \(definition.name)"
    return definition
  }
  func build(_ definition: IndexDefinition) throws {
    try store.createIndex(definition, on: Object.collectionName)
    try store.buildIndexes(of: Object.collectionName)
  }
  func equal(_ path: ArchivePath, _ value: QueryValue) -> Condition {
    .comparison(.path(path), .equal, value.operand)
  }
  func read(_ values: QueryValues, _ query: (Int) -> Selection) throws -> Digest {
    try store.read { transaction in
      var digest = Digest()
      for index in values.values.indices {
        try transaction.forEach(Query(Object.self, query(index))) { digest.add(sum: $0.sum) }
      }
      return digest
    }
  }
  func count(_ values: QueryValues, _ condition: (Int) -> Condition) throws -> Int {
    try store.read { transaction in
      try values.values.indices.reduce(0) {
        try $0 + transaction.count(Query(Object.self, Selection(condition($1))))
      }
    }
  }
  return QueryStore(
    insert: { set, part in
      let objects: ArraySlice<Object> = set.objects[part]
      try store.write { try $0.insert(contentsOf: objects) }
    },
    build: { try build(index($0)) },
    drop: { try store.dropIndex(index($0).name, on: Object.collectionName) },
    prepare: {},
    keepCounts: { try build(counts($0)) },
    dropCounts: { try store.dropIndex(counts($0).name, on: Object.collectionName) },
    equal: { field, values in
      let path = path(field)
      return try read(values) { Selection(equal(path, values.values[$0])) }
    },
    range: { field, lows, limit in
      let path = path(field)
      let order = PathOrder.ascending(path)
      return try read(lows) {
        let condition = Condition.comparison(
          .path(path), .greaterOrEqual, lows.values[$0].operand)
        return Selection(condition, orderedBy: [order], limit: limit)
      }
    },
    count: { field, values in
      let path = path(field)
      return try count(values) { equal(path, values.values[$0]) }
    },
    countBetween: { field, lows, highs in
      try count(lows) {
        .between(.path(path(field)), lows.values[$0].operand, highs.values[$0].operand)
      }
    },
    both: { field, values, other, others in
      let (path, second) = (path(field), path(other))
      return try read(values) {
        Selection(.and([equal(path, values.values[$0]), equal(second, others.values[$0])]))
      }
    },
    last: { field, limit, times in
      let selection = Selection(orderedBy: [.descending(path(field))], limit: limit)
      return try read(QueryValues(Array(repeating: .integer(0), count: times))) { _ in selection }
    },
    below: { field, bound in
      try read(QueryValues([.integer(bound)])) { _ in
        Selection(.comparison(.path(path(field)), .less, .value(.int(Int64(bound)))))
      }
    },
    update: { keys, numbers in
      try store.write { transaction in
        var count = 0
        for (key, value) in zip(keys.keys, numbers.values) {
          guard case .integer(let number) = value else { continue }
          count += try transaction.update(Object.self, key) { $0.setSecond(number) }.matched
        }
        return count
      }
    },
    close: { store.close() })
}

extension QueryValue {
  fileprivate var operand: Operand {
    switch self {
    case .text(let text): .value(.string(text))
    case .integer(let number): .value(.int(Int64(number)))
    case .real(let number): .value(.double(number))
    }
  }
}
