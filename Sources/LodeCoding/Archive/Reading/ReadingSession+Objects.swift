// Changes to the class instances are methods of the session. With the thread sanitizer, the
// compiler (6.3.1) does not let a reader change nested properties of the session directly.
extension ReadingSession {
  /// Begins an instance, and returns the state that `leaveObject(_:)` restores for the outer
  /// instance.
  final func enterObject(_ number: Int) -> (number: Int, firstLevel: Int) {
    let outer = (objects.current, objects.firstLevel)
    objects.firstLevel = objects.levels.count
    objects.current = number
    return outer
  }

  /// Ends an instance, and restores the state of the outer instance.
  final func leaveObject(_ outer: (number: Int, firstLevel: Int)) {
    objects.levels.removeSubrange(objects.firstLevel...)
    (objects.current, objects.firstLevel) = outer
  }

  final func clearLevels() {
    objects.firstLevel = 0
    objects.levels = []
  }

  final func set(_ number: Int, _ state: ObjectTable.State) { objects.set(number, state) }

  /// Reads the number of an instance.
  final func takeReference(_ cursor: inout ByteCursor) throws(ArchiveError) -> Int {
    let place = cursor.position
    guard try cursor.varint() == 0 else {
      throw ArchiveError(
        .typeMismatch, at: place, "a structure is where a class instance is expected")
    }
    let number = Int(try cursor.varint())
    guard number >= 1, number <= objects.states.count else {
      throw ArchiveError(.unknownReference, at: place, "object \(number) does not exist")
    }
    return number
  }

  /// Reads the position of each level of an instance.
  final func takeLevels(_ cursor: inout ByteCursor) throws(ArchiveError) {
    let place = cursor.position
    let count = try cursor.byte()
    guard count > 0 else {
      throw ArchiveError(.invalidValue, at: place, "a class instance has no level")
    }
    for _ in 0..<count {
      let number = try takeSchemaNumber(&cursor)
      let length = Int(try cursor.take(UInt32.self))
      let start = try cursor.take(length)
      let schema = schemas[number - 1]
      guard case .class = schema.kind else {
        throw ArchiveError(.typeMismatch, at: place, "\(schema.name) is not a class")
      }
      objects.levels.append(ObjectTable.Level(schema: schema, start: start, end: start + length))
    }
    try objects.take(place..<cursor.position)
  }

  /// Returns the level of a class in the instance under construction, or `nil` without the level.
  final func level(of schema: ArchiveSchema) -> ObjectTable.Level? {
    objects.levels[objects.firstLevel...].first { isName($0.schema.name, of: schema) }
  }
}
