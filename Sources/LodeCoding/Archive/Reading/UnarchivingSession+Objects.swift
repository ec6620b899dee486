// Changes to the shared objects are methods of the session. The compiler (6.3.1) refuses, for the
// thread sanitizer, in-place changes of nested session properties by a reader.
extension UnarchivingSession {
  /// Begins an object and returns the outer object's state, which `leaveObject` restores.
  func enterObject(_ number: Int) -> (number: Int, firstLevel: Int) {
    let outer = (objects.current, objects.firstLevel)
    objects.firstLevel = objects.levels.count
    objects.current = number
    return outer
  }

  func leaveObject(_ outer: (number: Int, firstLevel: Int)) {
    objects.levels.removeSubrange(objects.firstLevel...)
    (objects.current, objects.firstLevel) = outer
  }

  func append(_ level: ObjectTable.Level) { objects.levels.append(level) }

  func clearLevels() {
    objects.firstLevel = 0
    objects.levels = []
  }

  func set(_ number: Int, _ state: ObjectTable.State) { objects.set(number, state) }

  func take(_ range: Range<Int>) throws(ArchiveError) { try objects.take(range) }

  func append(_ reference: ObjectTable.Pending) { objects.append(reference) }

  func popPending() -> ObjectTable.Pending? { objects.popPending() }
}
