import Foundation
import LodeCoding
import LodeStore
import LodeTestSupport
import Synchronization
import Testing

/// Expects `body` to throw a `StoreError` with `code`.
@discardableResult
func expect(
  _ code: StoreError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) -> StoreError? {
  let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try body() }
  #expect(error?.code == code, sourceLocation: sourceLocation)
  return error
}

/// Expects `body` to throw a `StoreError` with `code`.
func expectAsync(
  _ code: StoreError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async {
  let error = await #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
    try await body()
  }
  #expect(error?.code == code, sourceLocation: sourceLocation)
}

/// What a body throws to undo its write.
struct Stop: Error {}

/// Collects the change sets of a store.
final class Recorder: Sendable {
  private let seen = Mutex<[ChangeSet]>([])
  private let observation = Mutex<ChangeObservation?>(nil)

  init(_ store: Store) {
    let started = store.observe { [weak self] changes in self?.seen.withLock { $0.append(changes) }
    }
    observation.withLock { $0 = started }
  }

  /// All change sets so far.
  var all: [ChangeSet] {
    observation.withLock { $0?.waitForDeliveries() }
    return seen.withLock { $0 }
  }

  /// The change sets since the last call.
  func take() -> [ChangeSet] {
    observation.withLock { $0?.waitForDeliveries() }
    return seen.withLock { seen in
      defer { seen = [] }
      return seen
    }
  }
}

func key(_ element: some KeyElement) -> RowKey {
  RowKey(bytes: Key(element).bytes, format: .tuple)
}

extension StoreCollection {
  /// The values as strings by their keys.
  func strings() throws -> [Int: String] {
    try Dictionary(
      uniqueKeysWithValues: rows().map { (try $0.key.decode(Int.self), try $0.value()) })
  }
}

/// A store in a fresh directory that goes with it.
struct TestStore {
  let directory: TemporaryDirectory
  let path: String
  let store: Store

  init(_ options: StoreOptions = .init()) throws {
    directory = try TemporaryDirectory()
    path = directory.file("s")
    store = try Store(path, options: options)
  }
}
