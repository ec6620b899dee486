/// The shared objects of an archive while it is read.
struct ObjectTable {
  /// What has become of an object.
  enum State {
    case untouched
    case beingMade
    case made(AnyObject)
    /// Its type could not be made of it; it is not tried again.
    case failed(any Error)
  }

  /// One level of a class in an object.
  struct Level {
    let schema: ArchiveSchema
    let start: Int
    let end: Int
  }

  /// A reference that is set when its object exists.
  struct Pending {
    /// The number of the object that refers.
    let owner: Int
    let number: Int
    let type: any ArchivableClass.Type
    /// Sets the reference, or only checks the object's type when the second argument is true.
    let assign: (AnyObject, Bool) throws -> Void
  }

  /// Where they lie.
  let places: ObjectOffsets
  private(set) var states: [State] = []
  /// How many bytes the objects have that were not read yet.
  private var bytesLeft = 0
  /// The class levels of the objects under construction, innermost object last.
  var levels: [Level] = []
  /// Where the levels of the innermost object begin in `levels`, and its number.
  var firstLevel = 0
  var current = 0
  private var pending: [Pending] = []
  private var nextPending = 0

  init() { places = ObjectOffsets() }

  /// Reads the end of a body.
  init(_ body: Span<UInt8>, limits: ArchiveLimits) throws(ArchiveError) {
    places = try ObjectOffsets(body, limits: limits)
    states = Array(repeating: .untouched, count: places.count)
    bytesLeft = places.end - places.start
  }

  /// Counts the bytes of an object.
  ///
  /// More than there are mean that objects lie over each other: reading them all could take any
  /// time.
  mutating func take(_ range: Range<Int>) throws(ArchiveError) {
    bytesLeft -= range.count
    guard bytesLeft >= 0 else {
      throw ArchiveError(.invalidValue, at: range.lowerBound, "objects lie over each other")
    }
  }

  func state(_ number: Int) -> State { states[number - 1] }

  mutating func set(_ number: Int, _ state: State) { states[number - 1] = state }

  mutating func append(_ reference: Pending) { pending.append(reference) }

  /// The next reference to set.
  ///
  /// References of objects that failed are skipped, since the objects may be freed.
  mutating func popPending() -> Pending? {
    while nextPending < pending.count {
      let reference = pending[nextPending]
      nextPending += 1
      if reference.owner > 0, case .failed = state(reference.owner) { continue }
      return reference
    }
    return nil
  }
}
