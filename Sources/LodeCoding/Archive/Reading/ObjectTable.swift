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

  /// Where the places stand, in the body.
  private(set) var table = 0
  private(set) var states: [State] = []
  /// Where the archived value ends, and the objects begin.
  private var objectsStart = 0
  /// How many bytes the objects have that were not read yet.
  private var bytesLeft = 0
  /// The levels of the objects that are being made, those of the innermost one last.
  var levels: [Level] = []
  /// Where the levels of the innermost object begin in `levels`, and its number.
  var firstLevel = 0
  var current = 0
  private var pending: [Pending] = []
  private var nextPending = 0

  init() {}

  /// Reads the end of a body; returns where the archived value ends.
  init(_ body: Span<UInt8>, limits: ArchiveLimits) throws(ArchiveError) {
    guard body.count >= 8 else {
      throw ArchiveError(.truncated, at: body.count, "there is no table of objects")
    }
    let count = Int(body.littleEndianUInt32(at: body.count - 4))
    guard count <= (body.count - 8) / 4 else {
      throw ArchiveError(
        .truncated, at: body.count - 4, "there is no room for \(count) objects")
    }
    guard count <= limits.count else {
      throw ArchiveError(.tooLarge, at: body.count - 4, "there are \(count) objects")
    }
    table = body.count - 4 - count * 4
    states = Array(repeating: .untouched, count: count)
    objectsStart = Int(body.littleEndianUInt32(at: table - 4))
    guard objectsStart <= end else {
      throw ArchiveError(
        .truncated, at: table - 4, "the archived value ends outside of the archive")
    }
    bytesLeft = end - objectsStart
  }

  /// Where the archived value ends.
  func rootEnd(_ body: Span<UInt8>) -> Int { Int(body.littleEndianUInt32(at: table - 4)) }

  /// Where the objects end, all of them.
  var end: Int { table - 4 }

  /// Where an object begins, or `nil` when a reference to it is nil.
  func start(_ number: Int, _ body: Span<UInt8>) throws(ArchiveError) -> Int? {
    let place = table + (number - 1) * 4
    let start = body.littleEndianUInt32(at: place)
    if start == SharedObjects.absent { return nil }
    guard Int(start) >= objectsStart, Int(start) < end else {
      throw ArchiveError(
        .unknownReference, at: place, "object \(number) lies outside of the archive")
    }
    return Int(start)
  }

  /// Counts the bytes of an object.
  ///
  /// More than there are mean that objects lie over each other: reading them all could take any time.
  mutating func take(_ range: Range<Int>) throws(ArchiveError) {
    bytesLeft -= range.count
    guard bytesLeft >= 0 else {
      throw ArchiveError(.invalidValue, at: range.lowerBound, "objects lie over each other")
    }
  }

  func state(_ number: Int) -> State { states[number - 1] }

  mutating func set(_ number: Int, _ state: State) { states[number - 1] = state }

  mutating func append(_ reference: Pending) { pending.append(reference) }

  /// The next reference to set; those of objects that failed are left out, since these may be gone.
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
