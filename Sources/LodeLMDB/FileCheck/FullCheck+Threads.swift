internal import Dispatch
import Synchronization

extension FullCheck {
  /// The number of threads that check a large tree.
  private static var threads: Int { 4 }
  /// The number of subtrees at which the check stops dividing a tree.
  ///
  /// The subtrees differ in size, so each thread gets several subtrees.
  private static var subtrees: Int { 8 * threads }

  /// Checks the subtrees of a tree on several threads.
  mutating func visitOnThreads(_ tree: inout TreeCheck) throws(FileDamage) {
    var subtrees = [Subtree(of: tree.record)]
    while subtrees.count < Self.subtrees, subtrees[0].level < tree.record.depth {
      var below: [Subtree] = []
      for subtree in subtrees { below += try children(of: subtree, &tree) }
      subtrees = below
    }
    let work = SubtreeWork(subtrees)
    let (check, emptyTree) = (emptied, tree.emptied)
    let results = Mutex<[Result<(FullCheck, TreeCheck), SubtreeDamage>]>([])
    DispatchQueue.concurrentPerform(iterations: Self.threads) { _ in
      let result = check.visiting(work, emptyTree)
      results.withLock { $0.append(result) }
    }
    try add(results.withLock { $0 }, to: &tree)
  }

  /// A check of the same file that has claimed no page.
  private var emptied: FullCheck {
    FullCheck(source: source, meta: meta, fileSize: fileSize)
  }

  /// Checks subtrees on this thread until no subtree is left, or a thread finds damage.
  private func visiting(
    _ work: SubtreeWork, _ tree: TreeCheck
  ) -> Result<(FullCheck, TreeCheck), SubtreeDamage> {
    var (check, tree) = (self, tree)
    while let (place, subtree) = work.next() {
      do throws(FileDamage) {
        try check.visit(subtree, &tree)
      } catch {
        work.stop()
        return .failure(SubtreeDamage(place: place, damage: error))
      }
    }
    return .success((check, tree))
  }

  /// Adds the claimed pages and the counts of the threads.
  ///
  /// Throws the damage of the first damaged subtree. Also throws `treeDamaged` if two threads
  /// claimed the same page, and `pageDamaged` if integer keys have different lengths.
  private mutating func add(
    _ results: [Result<(FullCheck, TreeCheck), SubtreeDamage>], to tree: inout TreeCheck
  ) throws(FileDamage) {
    var first: SubtreeDamage?
    for case .failure(let damage) in results where damage.place < first?.place ?? .max {
      first = damage
    }
    if let first { throw first.damage }
    for case .success((let check, let part)) in results {
      if let page = claimed.insert(check.claimed) {
        throw FileDamage(.treeDamaged, "the page is used twice", page: page)
      }
      try tree.add(part)
    }
  }
}

/// The subtrees that threads have not checked yet.
private final class SubtreeWork: Sendable {
  private let subtrees: [Subtree]
  private let taken = Atomic<Int>(0)

  init(_ subtrees: [Subtree]) { self.subtrees = subtrees }

  /// Returns the next subtree with its position in the list; `nil` at the end, and after a stop.
  func next() -> (place: Int, subtree: Subtree)? {
    let place = taken.add(1, ordering: .relaxed).oldValue
    return place < subtrees.count ? (place, subtrees[place]) : nil
  }

  /// Ends the work after damage.
  func stop() { taken.store(subtrees.count, ordering: .relaxed) }
}

/// Damage in a subtree, with the position of the subtree in the list.
private struct SubtreeDamage: Error {
  let place: Int
  let damage: FileDamage
}
