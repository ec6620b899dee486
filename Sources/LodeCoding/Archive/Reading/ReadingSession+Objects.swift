// Changes to the class instances are methods of the session. With the thread sanitizer, the
// compiler (6.3.1) does not let a reader change nested properties of the session directly.
extension ReadingSession {
  /// Begins an instance, and returns the state that `leaveObject(_:)` restores for the outer
  /// instance.
  func enterObject(_ number: Int) -> (number: Int, firstLevel: Int) {
    let outer = (objects.current, objects.firstLevel)
    objects.firstLevel = objects.levels.count
    objects.current = number
    return outer
  }

  /// Ends an instance, and restores the state of the outer instance.
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
}
