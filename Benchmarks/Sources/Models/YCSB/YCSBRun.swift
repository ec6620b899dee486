public import BenchHarness
internal import ModelPeers

/// The operations of a round, the same for all peers, in the form that each peer takes.
@safe public final class YCSBRun {
  /// The operations of each task.
  let tasks: [[YCSBOperation]]
  /// The persons.
  let set: ModelSet<Citizen>
  /// What all reads and scans together must give, without ages.
  ///
  /// The sum is `nil` if it depends on which task is first.
  public let expected: (count: Int, sum: UInt64?)
  private let memory: UnsafeMutablePointer<ycsb_operation>

  /// The number of operations.
  public let count: Int

  /// The operations in C's form, one task after the other; valid as long as this is.
  var forC: UnsafePointer<ycsb_operation> { unsafe UnsafePointer(memory) }

  init(
    _ tasks: [[YCSBOperation]], on set: ModelSet<Citizen>, expected: (count: Int, sum: UInt64?)
  ) {
    self.tasks = tasks
    self.set = set
    self.expected = expected
    count = tasks.reduce(0) { $0 + $1.count }
    unsafe memory = .allocate(capacity: max(count, 1))
    for (index, operation) in tasks.joined().enumerated() {
      unsafe memory[index] = unsafe ycsb_operation(
        kind: operation.kind.forC, person: set.plain.forC + operation.person,
        number: Int64(operation.number))
    }
  }

  deinit { unsafe memory.deallocate() }

  /// Throws unless a peer read what it had to.
  public func check(_ found: Digest) throws {
    let sum = expected.sum ?? found.sum
    if found.count != expected.count || found.sum != sum {
      throw BenchFailure(
        "read \(found.count) persons with the sum \(found.sum), expected \(expected.count) with \(sum)"
      )
    }
  }
}

extension YCSBOperation.Kind {
  fileprivate var forC: ycsb_kind {
    switch self {
    case .read: YCSB_READ
    case .update: YCSB_UPDATE
    case .insert: YCSB_INSERT
    case .scan: YCSB_SCAN
    case .modify: YCSB_MODIFY
    }
  }
}
