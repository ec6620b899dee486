public import BenchHarness
internal import LodeCoding

/// A store of persons that serves a YCSB workload.
///
/// The loops over the operations are inside, as they are in a program that uses the peer.
public struct YCSBStore: ContestedStore {
  /// Runs the operations of each task, all tasks at once, and returns what they read, without ages.
  ///
  /// Each write is a durable commit of its own.
  public let run: (YCSBRun) async throws -> Digest
  /// Reads every person.
  public let scan: () throws -> Digest
  /// Reads the ages of the persons at some keys.
  public let ages: (ModelKeys<Citizen>) throws -> [Int]
  /// Brings everything into the main file and closes it.
  public let close: () throws -> Void
}

extension ModelPeer {
  /// Opens a store that `openPersons` created.
  ///
  /// - Parameter tasks: The largest number of tasks of a run.
  public func openYCSB(_ directory: String, tasks: Int) throws -> YCSBStore {
    switch self {
    case .floor, .checkedFloor:
      throw BenchFailure("\(rawValue) does not take part in YCSB")
    case .lodeUncompressed: try lodeYCSB(directory, compression: .off)
    case .lode: try lodeYCSB(directory, compression: .automatic)
    case .sqlite: try sqliteYCSB(directory, tasks: tasks)
    #if GRDB
      default: try grdbYCSB(directory)
    #endif
    }
  }
}

/// A peer that is called from Swift: by a thread that waits for each call, or by tasks.
protocol YCSBCaller: Sendable {
  /// Performs an operation, and returns the persons that were read, without ages.
  func call(_ operation: YCSBOperation, _ persons: [Citizen]) throws -> Digest
  /// Performs an operation from a task.
  func callFromTask(_ operation: YCSBOperation, _ persons: [Citizen]) async throws -> Digest
}

extension YCSBCaller {
  /// Runs the operations: of one task by calls that wait, of several ones by as many tasks.
  func run(_ run: YCSBRun) async throws -> Digest {
    let persons = run.set.objects
    if run.tasks.count == 1 { return try callEach(run.tasks[0], persons) }
    return try await withThrowingTaskGroup(of: Digest.self) { group in
      for task in run.tasks {
        group.addTask { try await awaitEach(task, persons) }
      }
      var digest = Digest()
      for try await part in group { digest.add(part) }
      return digest
    }
  }

  private func callEach(_ operations: [YCSBOperation], _ persons: [Citizen]) throws -> Digest {
    var digest = Digest()
    for operation in operations { digest.add(try call(operation, persons)) }
    return digest
  }

  private func awaitEach(
    _ operations: [YCSBOperation], _ persons: [Citizen]
  ) async throws -> Digest {
    var digest = Digest()
    for operation in operations { digest.add(try await callFromTask(operation, persons)) }
    return digest
  }
}
