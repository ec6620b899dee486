internal import BenchHarness
internal import Foundation

/// Makes the operations of all rounds, and what each round must read.
///
/// The rounds share one store, which grows by the persons that they insert.
public struct YCSBPlan {
  /// The persons: the loaded ones, then those that the rounds insert.
  public let set: ModelSet<Citizen>
  /// How many persons are loaded.
  public let loaded: Int
  /// How many persons there are after the rounds that were made so far.
  public private(set) var present: Int

  private let commits: Int
  private let rounds: Int
  private let latest: Zipfian
  /// The positions of the loaded persons from which the longest scan ends among loaded persons, in
  /// the order of the keys.
  private let starts: [Int]
  private var order: KeyOrder
  private var serial = 1_000

  /// Makes the persons.
  ///
  /// - Parameters:
  ///   - loaded: How many persons are loaded.
  ///   - commits: The durable commits of a round.
  ///   - tasks: For how many tasks the rounds of each mix will be made.
  public init(loaded: Int, commits: Int, rounds: Int, tasks: [Int]) throws {
    let inserts = YCSBMix.allCases.filter { $0.writing == .insert }.reduce(0) { sum, mix in
      sum + tasks.reduce(0) { $0 + $1 * mix.counts(commits: commits, tasks: $1).writes }
    }
    set = try ModelSet.persons(loaded + inserts * rounds)
    self.loaded = loaded
    present = loaded
    self.commits = commits
    self.rounds = rounds
    latest = Zipfian(count: loaded)
    order = KeyOrder(set, loaded)
    starts = Array(order.positions.dropLast(YCSBMix.longestScan))
    if starts.isEmpty { throw BenchFailure("YCSB needs more than \(YCSBMix.longestScan) persons") }
  }

  /// The operations of each round of a mix.
  public mutating func runs(_ mix: YCSBMix, tasks: Int) -> [YCSBRun] {
    (0..<rounds).map { round in
      var streams: [[YCSBOperation]] = []
      let before = present
      for task in 0..<tasks {
        var noise = Noise(seed: Self.seed(mix, tasks, round, task))
        streams.append(operations(mix, tasks, before, &noise))
      }
      return YCSBRun(streams, on: set, expected: expected(streams))
    }
  }

  private static func seed(_ mix: YCSBMix, _ tasks: Int, _ round: Int, _ task: Int) -> UInt64 {
    let letter = YCSBMix.allCases.firstIndex(of: mix) ?? 0
    return UInt64(((letter * 100 + tasks) * 100 + round) * 100 + task)
  }

  /// The operations of a task.
  ///
  /// - Parameter before: How many persons there are before the round.
  private mutating func operations(
    _ mix: YCSBMix, _ tasks: Int, _ before: Int, _ noise: inout Noise
  ) -> [YCSBOperation] {
    let (count, writes) = mix.counts(commits: commits, tasks: tasks)
    let kinds = (0..<count).map { $0 < writes ? mix.writing : mix.reading }
    // The persons that the task inserted.
    var own = present..<present
    let operations = kinds.shuffled(using: &noise).map { kind in
      serial += 1
      switch kind {
      case .insert:
        own = own.lowerBound..<own.upperBound + 1
        return operation(kind, own.upperBound - 1)
      case .scan:
        let start = starts[Zipfian.scrambled(below: starts.count, &noise)]
        return operation(kind, start, Int.random(in: 1...YCSBMix.longestScan, using: &noise))
      case .read where mix == .d:
        // The persons of other tasks may not be there yet.
        let rank = latest.next(&noise)
        let isOwn = rank < own.count
        return operation(kind, isOwn ? own.upperBound - 1 - rank : before - 1 - (rank - own.count))
      case .read, .update, .modify:
        return operation(kind, Zipfian.scrambled(below: loaded, &noise), serial)
      }
    }
    present = own.upperBound
    return operations
  }

  private func operation(
    _ kind: YCSBOperation.Kind, _ person: Int, _ number: Int = 0
  ) -> YCSBOperation {
    YCSBOperation(kind: kind, person: person, key: set.objects[person].id, number: number)
  }

  /// What the tasks must read, with the persons in order that they insert.
  private mutating func expected(_ tasks: [[YCSBOperation]]) -> (count: Int, sum: UInt64?) {
    var (count, sum, scans, inserts) = (0, UInt64(0), false, false)
    for operation in tasks.joined() {
      switch operation.kind {
      case .read, .modify:
        count += 1
        sum &+= set.objects[operation.person].sumWithoutAge
      case .scan:
        scans = true
        count += operation.number
        for person in order.positions(from: operation.key, limit: operation.number) {
          sum &+= set.objects[person].sumWithoutAge
        }
      case .insert:
        inserts = true
        order.insert(operation.person)
      case .update: break
      }
    }
    return (count, scans && inserts && tasks.count > 1 ? nil : sum)
  }
}

/// The positions of persons in the order of their keys.
private struct KeyOrder {
  private let set: ModelSet<Citizen>
  private(set) var positions: [Int]

  init(_ set: ModelSet<Citizen>, _ count: Int) {
    self.set = set
    positions = (0..<count).sorted { set.objects[$0].id < set.objects[$1].id }
  }

  mutating func insert(_ position: Int) {
    positions.insert(position, at: index(of: set.objects[position].id))
  }

  func positions(from key: Citizen.PrimaryKey, limit: Int) -> ArraySlice<Int> {
    positions[index(of: key)...].prefix(limit)
  }

  /// The index of the first person whose key is not below `key`.
  private func index(of key: Citizen.PrimaryKey) -> Int {
    var (low, high) = (0, positions.count)
    while low < high {
      let middle = (low + high) / 2
      if set.objects[positions[middle]].id < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
