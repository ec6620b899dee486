/// The class instances of the archive that is being decoded.
struct ObjectTable {
  /// The state of an instance.
  enum State {
    case untouched
    case beingMade
    case made(AnyObject)
    /// Creating the instance failed; the reader does not try again.
    case failed(any Error)
  }

  /// The fields of one class of an instance.
  struct Level {
    let schema: ArchiveSchema
    let start: Int
    let end: Int
  }

  /// The offsets of the instances.
  let places: ObjectOffsets
  private(set) var states: [State] = []
  /// The number of bytes of instances that are not decoded yet.
  private var bytesLeft = 0
  /// The fields of the instances under construction, the innermost instance last.
  var levels: [Level] = []
  /// The index in `levels` of the innermost instance's first class.
  var firstLevel = 0
  /// The number of the innermost instance, or 0.
  var current = 0

  init() { places = ObjectOffsets() }

  /// Decodes the table of instances at the end of a body.
  init(_ body: Span<UInt8>, limits: ArchiveLimits) throws(ArchiveError) {
    places = try ObjectOffsets(body, limits: limits)
    states = Array(repeating: .untouched, count: places.count)
    bytesLeft = places.end - places.start
  }

  /// Subtracts the bytes of an instance from the bytes that remain.
  ///
  /// Throws `invalidValue` if fewer bytes remain than the instance has. In this case instances
  /// overlap, and decoding overlapping instances could take unbounded time.
  mutating func take(_ range: Range<Int>) throws(ArchiveError) {
    bytesLeft -= range.count
    guard bytesLeft >= 0 else {
      throw ArchiveError(.invalidValue, at: range.lowerBound, "objects overlap")
    }
  }

  func state(_ number: Int) -> State { states[number - 1] }

  mutating func set(_ number: Int, _ state: State) { states[number - 1] = state }
}
