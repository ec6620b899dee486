public import BenchHarness
internal import Coders

/// What is asked of a set of objects, and the right answers, found by plain Swift.
public final class QueryQuestions<Object: QuerySample> {
  /// A question of some values, and what finding its objects must give.
  public struct Asked {
    /// The values.
    public let values: QueryValues
    /// The second values, of questions that have two.
    public var others = QueryValues([])
    /// What must be found.
    public let answer: Digest
  }

  /// Values that many objects share.
  public let many: Asked
  /// Values that next to no two objects share.
  public let one: Asked
  /// Where ranges of ``rangeLimit`` objects begin.
  public let ranges: Asked
  /// Values of two fields, of which there are objects that have both.
  public let both: Asked
  /// Ends of ranges to be counted.
  public let between: Asked
  /// How many objects at the end of the order are asked for: ten, or more when the next ones are
  /// equal.
  public let lastLimit: Int
  /// What reading these once must give.
  public let last: Digest
  /// Below this lies one of a hundred objects.
  public let bound: Int
  /// What reading these must give.
  public let below: Digest
  /// How many objects a range has.
  public let rangeLimit: Int

  private let set: ModelSet<Object>

  /// Chooses questions, and answers them.
  public init(_ set: ModelSet<Object>, seed: UInt64, gets: Int) {
    self.set = set
    let objects = set.objects
    var noise = Noise(seed: seed)
    func picks(_ count: Int) -> [Object] {
      (0..<count).map { _ in objects[Int.random(in: objects.indices, using: &noise)] }
    }
    many = Self.equal(set, .many, picks(max(gets / 3_000, 3)))
    one = Self.equal(set, .one, picks(max(gets / 6, 10)))
    both = Self.both(set, picks(max(gets / 600, 10)))
    between = Self.between(set, picks(max(gets / 3_000, 3)))
    let order = Self.sorted(set, .order)
    rangeLimit = min(100, objects.count / 4)
    ranges = Self.ranges(set, order, rangeLimit, max(gets / 300, 3), &noise)
    let descending = order.reversed().map { $0 }
    var limit = min(10, order.count)
    while limit < order.count, descending[limit - 1].value == descending[limit].value { limit += 1 }
    lastLimit = limit
    last = set.digest(of: descending.prefix(limit).map(\.index))
    let scanned = Self.sorted(set, .scanned)
    bound = Int(scanned[scanned.count / 100].value) + 1
    below = set.digest(
      of: scanned.prefix { $0.value < Double(scanned[scanned.count / 100].value) + 1 }.map(\.index))
  }

  private static func groups(_ set: ModelSet<Object>, _ field: QueryField) -> [QueryValue: [Int]] {
    var groups: [QueryValue: [Int]] = [:]
    for (index, object) in set.objects.enumerated() {
      if let value = object.value(of: field) { groups[value, default: []].append(index) }
    }
    return groups
  }

  private static func equal(
    _ set: ModelSet<Object>, _ field: QueryField, _ picks: [Object]
  ) -> Asked {
    let groups = groups(set, field)
    let values = picks.compactMap { $0.value(of: field) }
    let found = values.lazy.flatMap { groups[$0] ?? [] }
    return Asked(values: QueryValues(values), answer: set.digest(of: found))
  }

  private static func both(_ set: ModelSet<Object>, _ picks: [Object]) -> Asked {
    let groups = groups(set, .many)
    var pairs: [(QueryValue, QueryValue)] = []
    for pick in picks {
      if let first = pick.value(of: .many), let second = pick.value(of: .second) {
        pairs.append((first, second))
      }
    }
    let found = pairs.lazy.flatMap { pair in
      (groups[pair.0] ?? []).filter { set.objects[$0].value(of: .second) == pair.1 }
    }
    return Asked(
      values: QueryValues(pairs.map(\.0)), others: QueryValues(pairs.map(\.1)),
      answer: set.digest(of: found))
  }

  private static func between(_ set: ModelSet<Object>, _ picks: [Object]) -> Asked {
    var (lows, highs, count) = ([QueryValue](), [QueryValue](), 0)
    let groups = groups(set, .second)
    for pick in picks {
      guard case .integer(let low) = pick.value(of: .second) else { continue }
      lows.append(.integer(low))
      highs.append(.integer(low + Object.span))
      count += (low...low + Object.span).reduce(0) { $0 + (groups[.integer($1)]?.count ?? 0) }
    }
    return Asked(
      values: QueryValues(lows), others: QueryValues(highs), answer: Digest(count: count))
  }

  private static func sorted(
    _ set: ModelSet<Object>, _ field: QueryField
  ) -> [(value: Double, index: Int)] {
    set.objects.enumerated().compactMap { index, object in
      object.value(of: field).map { ($0.number, index) }
    }.sorted { $0.value < $1.value }
  }

  /// Ranges that do not end among equal values, of which each peer may take others.
  private static func ranges(
    _ set: ModelSet<Object>, _ order: [(value: Double, index: Int)], _ limit: Int, _ count: Int,
    _ noise: inout Noise
  ) -> Asked {
    var (lows, answer) = ([QueryValue](), Digest())
    for _ in 0..<100 * count where lows.count < count {
      let start = Int.random(in: 1..<order.count - limit, using: &noise)
      if order[start - 1].value == order[start].value { continue }
      if order[start + limit - 1].value == order[start + limit].value { continue }
      guard let low = set.objects[order[start].index].value(of: .order) else { continue }
      lows.append(low)
      answer.add(set.digest(of: order[start..<start + limit].map(\.index)))
    }
    return Asked(values: QueryValues(lows), answer: answer)
  }
}

/// Changes of ``QueryField/second``, in rounds.
public final class QueryChanges<Object: QuerySample> {
  /// What a round changes.
  public let rounds: [(keys: ModelKeys<Object>, numbers: QueryValues)]
  /// The objects after all rounds.
  public let result: ModelSet<Object>

  /// Chooses objects and their numbers.
  public init(_ set: ModelSet<Object>, rounds: Int, each count: Int, seed: UInt64) throws {
    var noise = Noise(seed: seed)
    var objects = set.objects
    let order = Array(objects.indices).shuffled(using: &noise).prefix(min(count, objects.count))
    self.rounds = (0..<rounds).map { _ in
      var numbers: [QueryValue] = []
      for index in order {
        let number = Int.random(in: 18..<88, using: &noise)
        objects[index].setSecond(number)
        numbers.append(.integer(number))
      }
      return (set.keys(order), QueryValues(numbers))
    }
    result = try ModelSet(set.name, objects, inC: false)
  }
}
