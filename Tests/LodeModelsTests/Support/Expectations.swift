import Foundation
import LodeModels
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

/// What a body throws to undo its write.
struct Stop: Error, Equatable {}

/// A store in a fresh directory that goes with it, and a clock that is set by hand.
final class TestStore: Sendable {
  let directory: TemporaryDirectory
  let path: String
  let store: Store
  private let time = Mutex(Date(timeIntervalSince1970: 1_000))

  /// The time that the store sees.
  var now: Date {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  init(_ models: [any Model.Type] = [], _ change: (inout StoreOptions) -> Void = { _ in }) throws {
    directory = try TemporaryDirectory()
    path = directory.file("s")
    let shown = Clockwork()
    var options = StoreOptions()
    options.clock = StoreClock { shown.read() }
    change(&options)
    store = try Store(path, models: models, options: options)
    shown.set { [weak self] in self?.now ?? .distantPast }
  }
}

/// Lets a clock be made before what it reads.
private final class Clockwork: Sendable {
  private let source = Mutex<(@Sendable () -> Date)?>(nil)

  func read() -> Date { source.withLock { $0 }?() ?? .distantPast }
  func set(_ new: @escaping @Sendable () -> Date) { source.withLock { $0 = new } }
}
