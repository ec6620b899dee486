internal import BenchData

/// The measurements of a run, in the order in which they were made.
public final class Record {
  /// The measurements so far.
  public private(set) var measurements: [Measurement] = []
  let progress: ProgressLine

  /// Creates an empty record that reports to `progress`.
  public init(progress: ProgressLine) {
    self.progress = progress
    bench_keep_freed_memory()
  }

  func answer(_ workload: String, _ measure: String, _ engine: String, _ answer: String) {
    let known = measurements.firstIndex {
      $0.workload == workload && $0.measure == measure && $0.engine == engine
    }
    if let known { measurements[known].answer = answer }
  }

  func add(
    _ workload: String, _ measure: String, _ engine: String, _ unit: Unit, _ operations: Int,
    _ sample: Double
  ) {
    let known = measurements.firstIndex {
      $0.workload == workload && $0.measure == measure && $0.engine == engine
    }
    if let known {
      measurements[known].samples.append(sample)
    } else {
      measurements.append(
        Measurement(
          workload: workload, measure: measure, engine: engine, unit: unit,
          operations: operations, samples: [sample]))
    }
  }
}
