internal import BenchHarness

/// What the common workloads set out to reach, with Lode's default options.
enum CommonAims {
  static func judge(_ all: [Measurement]) -> [Aim] {
    func aims(_ workload: String, _ peer: String, _ targets: [(String, Double)]) -> [Aim] {
      targets.map { measure, target in
        let ratio = Aim.ratio(
          all.first(workload, measure, "lode"), over: all.first(workload, measure, peer))
        return Aim.atLeast(target, ratio, "Lode, \(workload), \(measure), speed against \(peer)")
      }
    }
    return aims("get", "sqlite-c", [("a person", 1), ("a person, a snapshot each", 1)])
      + aims("get", "grdb", [("a person", 4)])
      + aims(
        "query", "sqlite-c",
        [
          ("city, a person", 1), ("email, a person", 1), ("a hundred by income, a person", 1),
          ("city and age, a query", 1),
        ])
      + aims(
        "scan", "sqlite-c", [("a person", 1), ("a person, one of a hundred chosen", 3)])
      + aims(
        "search", "sqlite-c",
        [
          ("insert a document", 1), ("rare term, ten best", 2), ("AND of two, ten best", 2),
          ("phrase, ten best", 2), ("prefix, ten best", 2), ("common term, ten best", 20),
          ("OR of five, ten best", 20), ("common term, count", 10),
        ])
      + aims("commit", "lmdb-c", [("1 writer", 0.95), ("16 concurrent writers", 6)])
  }
}
