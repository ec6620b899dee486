import LodeStore

extension Store {
  /// Checks that the change log, if the store has one, ends at the store's revision, has every
  /// revision after its first, and agrees with the store about each key.
  func compareChangeLog() throws {
    guard let revisions = try statistics().history.revisions else { return }
    guard try revisions.upperBound == revision else {
      throw Mismatch(description: "the change log ends at \(revisions.upperBound)")
    }
    var position = ChangePosition(revision: revisions.lowerBound - 1)
    var exists: [String: [RowKey: Bool]] = [:]
    while true {
      let events = try events(after: position)
      guard let last = events.last else { break }
      for event in events {
        guard case .changes(let changes) = event, changes.revision == position.revision + 1 else {
          throw Mismatch(description: "the change log has a gap after \(position.revision)")
        }
        position = changes.position
        for (name, changes) in changes.collections {
          for key in changes.inserted + changes.updated { exists[name, default: [:]][key] = true }
          for key in changes.deleted { exists[name, default: [:]][key] = false }
        }
      }
      guard last.position == position else { break }
    }
    guard position.revision == revisions.upperBound else {
      throw Mismatch(description: "the change log was read up to \(position.revision)")
    }
    try read { transaction in
      for (name, keys) in exists {
        for (key, exists) in keys where try transaction[name].contains(key) != exists {
          throw Mismatch(description: "the change log is wrong about a key of \(name)")
        }
      }
    }
  }
}
