import Dispatch
import Foundation
import LodeTestSupport
import Testing

@testable import LodeLMDB

@Suite("Writers signal their commits to listeners", .timeLimit(.minutes(5)))
struct CommitSignalTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private var file: String { directory.file("change.signal") }

  @Test func `a commit without a listener makes no file`() {
    CommitSignal(in: directory.path).send(1)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `a commit calls the listener of another opener`() async throws {
    let queue = DispatchQueue(label: "listener")
    let (calls, call) = AsyncStream.makeStream(of: Void.self)
    let listener = try #require(
      CommitListener(in: directory.path, on: queue) { call.yield() })
    CommitSignal(in: directory.path).send(7)
    var received = calls.makeAsyncIterator()
    await received.next()
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)).prefix(1) == Data([7]))
    withExtendedLifetime(listener) {}
  }

  @Test func `a released listener costs no more writes`() throws {
    let queue = DispatchQueue(label: "listener")
    var listener = CommitListener(in: directory.path, on: queue) {}
    #expect(listener != nil)
    listener = nil
    CommitSignal(in: directory.path).send(7)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)).isEmpty)
  }

  @Test func `a commit does not signal the only listener, its own`() throws {
    let queue = DispatchQueue(label: "listener")
    let signal = CommitSignal(in: directory.path)
    let own = try #require(CommitListener(in: directory.path, on: queue) {})
    signal.send(7, from: own)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)).isEmpty)
    // The look for other listeners has kept the lock.
    CommitSignal(in: directory.path).send(8)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)).prefix(1) == Data([8]))
    withExtendedLifetime(own) {}
  }

  @Test func `a commit of a listening process signals another listener`() async throws {
    let queue = DispatchQueue(label: "listener")
    let own = try #require(CommitListener(in: directory.path, on: queue) {})
    let other = try #require(CommitListener(in: directory.path, on: queue) {})
    CommitSignal(in: directory.path).send(7, from: own)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)).prefix(1) == Data([7]))
    withExtendedLifetime((own, other)) {}
  }

  @Test func `a missing directory refuses a listener, and a commit passes`() {
    let missing = directory.file("missing")
    CommitSignal(in: missing).send(1)
    #expect(CommitListener(in: missing, on: DispatchQueue(label: "listener")) {} == nil)
  }
}
