internal import LodeCoding
internal import Synchronization

/// A cache of the paths that queries have found in a collection's rows.
final class SeenPaths: Sendable {
  private let paths = Mutex<Set<ArchivePath>>([])

  func contains(_ path: ArchivePath) -> Bool { paths.withLock { $0.contains(path) } }

  func add(_ new: [ArchivePath]) {
    paths.withLock { $0.formUnion(new) }
  }
}
