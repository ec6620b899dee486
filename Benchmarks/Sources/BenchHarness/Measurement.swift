/// How the samples of a measurement are shown; they are nanoseconds per operation, or bytes.
public enum Unit: String, Codable, Sendable {
  /// Time per operation.
  case time
  /// Operations per second.
  case rate
  /// A size.
  case bytes
}

/// All rounds of one engine at one task.
public struct Measurement: Codable, Sendable {
  /// The workload's name.
  public let workload: String
  /// The task within the workload.
  public let measure: String
  /// The peer's name.
  public let engine: String
  /// How to show the samples.
  public let unit: Unit
  /// Operations per round.
  public let operations: Int
  /// One number a round: nanoseconds per operation, or bytes.
  public var samples: [Double]
  /// What was found, where the report shows it.
  public internal(set) var answer: String?

  /// Creates a measurement.
  public init(
    workload: String, measure: String, engine: String, unit: Unit, operations: Int,
    samples: [Double], answer: String? = nil
  ) {
    self.workload = workload
    self.measure = measure
    self.engine = engine
    self.unit = unit
    self.operations = operations
    self.samples = samples
    self.answer = answer
  }
}

/// The time of some operations.
public struct Lap: Sendable {
  /// How many operations.
  public let operations: Int
  /// How long they took together.
  public let duration: Duration

  /// Creates a lap.
  public init(_ operations: Int, _ duration: Duration) {
    self.operations = operations
    self.duration = duration
  }

  var nanosecondsPerOperation: Double {
    duration / .nanoseconds(1) / Double(max(operations, 1))
  }
}

/// Runs `body` and gives its result and time.
public func timed<R>(_ body: () throws -> R) rethrows -> (R, Duration) {
  let start = ContinuousClock.now
  let result = try body()
  return (result, ContinuousClock.now - start)
}

/// Runs `body` and gives its time.
public func timed(_ body: () async throws -> Void) async rethrows -> Duration {
  let start = ContinuousClock.now
  try await body()
  return ContinuousClock.now - start
}
