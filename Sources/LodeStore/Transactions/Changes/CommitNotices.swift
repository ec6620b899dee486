import Dispatch
internal import LodeLMDB
import Synchronization

/// Tells the subscribers of collections about commits: a queue of changed collections.
///
/// The writer of a commit only adds the names of the changed collections to the queue. A dispatch
/// queue then sends the signals. A signal says that a collection may have changed, and names no
/// rows, so the state of a slow subscriber does not grow.
///
/// While subscribers exist, a signal of other processes and a timer find their commits: both
/// compare the number of the transaction that a read sees with the last known number. These commits
/// concern every subscriber. The number in LMDB's meta page would not do: while another process
/// waits for the disk, the meta page has a number that no read sees yet.
///
/// The writer adds the names after LMDB's commit, and a subscriber takes its event before its read.
/// So a read without the commit comes before the event, and the event leads to another read.
final class CommitNotices: Sendable {
  private struct State {
    /// The signals of the subscribers, by collection and number; `nil` means all collections.
    var signals: [String?: [Int: WatchSignal]] = [:]
    var nextNumber = 0
    /// The events that the dispatch queue must still send, by collection.
    var events: [String?: WatchEvent] = [:]
    /// The number of the newest known transaction.
    var transaction: UInt64 = 0
    /// The changed keys of the newest commits.
    var recent = RecentChanges()
    var isPolling = false
    var isFinished = false

    /// Adds an event of every watched collection.
    mutating func addToAll(_ event: WatchEvent) {
      for name in signals.keys { add(event, of: name) }
    }

    /// Adds an event of a collection; `changed` does not replace `reopened`.
    mutating func add(_ event: WatchEvent, of name: String?) {
      if event != .changed || events[name] == nil { events[name] = event }
    }
  }

  /// The time between two checks for commits of other processes.
  private static let pollInterval = DispatchTimeInterval.milliseconds(250)

  private let environment: Environment
  private let signal: CommitSignal
  /// Receives the signals of other processes; `nil` without subscribers, or if the system refuses
  /// the listener.
  private let listener = Mutex<CommitListener?>(nil)
  private let state = Mutex(State())
  private let subscribers = Atomic(0)
  private let queue = DispatchQueue(label: "Lode live queries")

  init(_ environment: Environment) {
    self.environment = environment
    signal = CommitSignal(in: environment.path)
  }

  /// Adds a subscriber of a collection, or of all collections, and returns the number for
  /// ``remove(_:of:)``.
  ///
  /// After ``finish()``, the call only sends the event `ended`.
  func add(_ signal: WatchSignal, of collection: String?) -> Int {
    subscribers.add(1, ordering: .sequentiallyConsistent)
    // A later commit has a greater number, so the next commit or the timer detects a missed commit.
    let newest = (try? newestTransaction()) ?? 0
    let number: Int? = state.withLock { state in
      if state.isFinished { return nil }
      if state.signals.isEmpty {
        state.transaction = newest
        state.recent.clear(newest)
      }
      state.nextNumber += 1
      state.signals[collection, default: [:]][state.nextNumber] = signal
      if !state.isPolling {
        state.isPolling = true
        queue.async { self.listen() }
        pollLater()
      }
      return state.nextNumber
    }
    if let number { return number }
    signal.send(.ended)
    return 0
  }

  /// Removes a subscriber.
  func remove(_ number: Int, of collection: String?) {
    subscribers.subtract(1, ordering: .relaxed)
    state.withLock { state in
      state.signals[collection]?[number] = nil
      if state.signals[collection]?.isEmpty ?? true { state.signals[collection] = nil }
      if state.signals.isEmpty { state.recent.clear(state.transaction) }
    }
  }

  /// Adds the events of a commit of this process, after the commit.
  ///
  /// - Parameters:
  ///   - transaction: LMDB's number of the commit.
  ///   - changes: The changed keys of the commit's writes; `nil` if the writes recorded no keys.
  ///   - isChanged: Returns whether the commit changed a collection.
  /// - Complexity: O(1) without subscribers, otherwise O(w) for w watched collections. If
  ///   another process listens, also a write to a file.
  func addCommit(
    _ transaction: UInt64, _ changes: [KeyChanges]?, _ isChanged: (String) -> Bool
  ) {
    defer { signal.send(transaction, from: listener.withLock { $0 }) }
    if subscribers.load(ordering: .sequentiallyConsistent) == 0 { return }
    addEvents { state in
      // A gap in the numbers is a commit of another process.
      let followsKnown = transaction <= state.transaction &+ 1
      state.transaction = max(state.transaction, transaction)
      state.recent.add(transaction, changes)
      for name in state.signals.keys where !followsKnown || name.map(isChanged) ?? true {
        state.add(.changed, of: name)
      }
    }
  }

  /// Adds an event for every subscriber, after the store has reopened its files.
  func addReopening() {
    addEvents { state in
      state.recent.clear(.max)
      state.addToAll(.reopened)
    }
  }

  /// The changed keys of the newest commits of this process.
  var recent: RecentChanges { state.withLock { $0.recent } }

  /// Sends the event `ended` to every subscriber, and to later subscribers at once.
  func finish() {
    let signals = state.withLock { state in
      state.isFinished = true
      defer { state.signals = [:] }
      return state.signals.values.flatMap(\.values)
    }
    listener.withLock { $0 = nil }
    for signal in signals { signal.send(.ended) }
  }

  /// The number of subscribers.
  var subscriberCount: Int { subscribers.load(ordering: .relaxed) }

  /// Returns the number of the transaction that a read sees now.
  private func newestTransaction() throws(LMDBError) -> UInt64 {
    let handle = try environment.beginRead()
    defer { environment.endRead(handle) }
    return handle.id
  }

  /// Adds events, and lets the dispatch queue send the events.
  private func addEvents(_ body: (inout State) -> Void) {
    let isFirst = state.withLock { state in
      let wasEmpty = state.events.isEmpty
      body(&state)
      return wasEmpty && !state.events.isEmpty
    }
    if isFirst { queue.async { self.sendEvents() } }
  }

  private func sendEvents() {
    let sent = state.withLock { state in
      defer { state.events = [:] }
      return state.events.flatMap { name, event in
        (state.signals[name] ?? [:]).values.map { ($0, event) }
      }
    }
    for (signal, event) in sent { signal.send(event) }
  }

  private func pollLater() {
    queue.asyncAfter(deadline: .now() + Self.pollInterval) { [weak self] in self?.poll() }
  }

  /// Looks for commits of other processes, until no subscriber remains.
  private func poll() {
    let continues = state.withLock { state in
      state.isPolling = !state.signals.isEmpty
      return state.isPolling
    }
    if !continues { return listener.withLock { $0 = nil } }
    let listening = listener.withLock { $0 }
    if let listening { listening.renewLock() } else { listen() }
    findCommits()
    pollLater()
  }

  /// Begins to receive the signals of other processes.
  private func listen() {
    if state.withLock(\.isFinished) { return }
    let listening = CommitListener(in: environment.path, on: queue) { [weak self] in
      self?.findCommits()
    }
    listener.withLock { $0 = listening }
    // The store may have been closed meanwhile.
    if state.withLock(\.isFinished) { listener.withLock { $0 = nil } }
    // A commit before the listener sent no signal.
    findCommits()
  }

  /// Adds events if a read sees a newer commit than the last known commit.
  private func findCommits() {
    // Without a number, the timer tries again. A reopening or the end has its own event.
    guard let newest = try? newestTransaction() else { return }
    addEvents { state in
      if newest <= state.transaction { return }
      state.transaction = newest
      state.addToAll(.changed)
    }
  }
}
