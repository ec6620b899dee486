/// The shared objects of the archive that is being decoded.
struct ObjectTable {
  /// The state of an object.
  enum State {
    case untouched
    case beingMade
    case made(AnyObject)
    /// Creating the object failed; the reader does not try again.
    case failed(any Error)
  }

  /// One class level of an object.
  struct Level {
    let schema: ArchiveSchema
    let start: Int
    let end: Int
  }

  /// A reference to set when its object exists.
  struct Pending {
    /// The number of the object that contains the reference.
    let owner: Int
    let number: Int
    let type: any ArchivableClass.Type
    /// Sets the reference, or only checks the object's type if the second argument is true.
    let assign: (AnyObject, Bool) throws -> Void
  }

  /// The offsets of the objects.
  let places: ObjectOffsets
  private(set) var states: [State] = []
  /// The number of object bytes not read yet.
  private var bytesLeft = 0
  /// The class levels of the objects under construction, innermost object last.
  var levels: [Level] = []
  /// The index of the innermost object's first level in `levels`, and the object's number.
  var firstLevel = 0
  var current = 0
  private var pending: [Pending] = []
  private var nextPending = 0

  init() { places = ObjectOffsets() }

  /// Decodes the end of a body.
  init(_ body: Span<UInt8>, limits: ArchiveLimits) throws(ArchiveError) {
    places = try ObjectOffsets(body, limits: limits)
    states = Array(repeating: .untouched, count: places.count)
    bytesLeft = places.end - places.start
  }

  /// Subtracts the bytes of an object from the bytes that remain.
  ///
  /// Exceeding the total means that objects overlap, and decoding them could take unbounded time.
  mutating func take(_ range: Range<Int>) throws(ArchiveError) {
    bytesLeft -= range.count
    guard bytesLeft >= 0 else {
      throw ArchiveError(.invalidValue, at: range.lowerBound, "objects lie over each other")
    }
  }

  func state(_ number: Int) -> State { states[number - 1] }

  mutating func set(_ number: Int, _ state: State) { states[number - 1] = state }

  mutating func append(_ reference: Pending) { pending.append(reference) }

  /// Removes and returns the next reference to set.
  ///
  /// References of failed objects are skipped, because these objects may already be freed.
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
