/// A core workload of YCSB: its operations, and how many of them write.
///
/// Source: Cooper, Silberstein, Tam, Ramakrishnan, Sears, "Benchmarking Cloud Serving Systems with
/// YCSB", SoCC 2010, and the core workloads of YCSB's repository.
public enum YCSBMix: String, CaseIterable, Sendable {
  /// 50 % reads, 50 % updates.
  case a = "A"
  /// 95 % reads, 5 % updates.
  case b = "B"
  /// 100 % reads.
  case c = "C"
  /// 95 % reads of the latest persons, 5 % inserts.
  case d = "D"
  /// 95 % scans of 1 to 100 persons, 5 % inserts.
  case e = "E"
  /// 50 % reads, 50 % reads with a write of the same person.
  case f = "F"

  /// The largest limit of a scan.
  static let longestScan = 100

  /// The letter, and the operations.
  public var title: String {
    switch self {
    case .a: "A: 50 % reads, 50 % updates"
    case .b: "B: 95 % reads, 5 % updates"
    case .c: "C: reads"
    case .d: "D: 95 % reads of the latest, 5 % inserts"
    case .e: "E: 95 % scans of 1 to 100, 5 % inserts"
    case .f: "F: 50 % reads, 50 % read-modify-writes"
    }
  }

  /// The operation that reads.
  var reading: YCSBOperation.Kind { self == .e ? .scan : .read }

  /// The operation that writes.
  var writing: YCSBOperation.Kind {
    switch self {
    case .a, .b, .c: .update
    case .d, .e: .insert
    case .f: .modify
    }
  }

  /// How many operations a task does, and how many of them write, for about as many durable commits
  /// in each mix.
  ///
  /// Reads take a hundredth of the time of a durable commit, scans a third.
  ///
  /// - Parameter commits: The durable commits of all tasks in a round.
  func counts(commits: Int, tasks: Int) -> (operations: Int, writes: Int) {
    let (times, share) =
      switch self {
      case .a, .f: (2, 0.5)
      case .b, .d: (20, 0.05)
      case .c: (40, 0.0)
      case .e: (8, 0.05)
      }
    let operations = max(commits * times / tasks, 2)
    return (operations, Int((Double(operations) * share).rounded()))
  }
}
