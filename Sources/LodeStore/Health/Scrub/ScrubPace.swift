/// The pace of the scrubber: the sizes of the parts of a pass, and the pauses between the parts.
struct ScrubPace {
  /// The maximum number of bytes to check in a second, or `nil` for no limit and no pauses.
  let bytesPerSecond: Int?
  /// The number of bytes after which a part ends.
  let bytes: Int
  /// The time after which a part ends, in seconds.
  let seconds: Double
  /// The number of parts after which the pass stops, or `nil` for no limit.
  let parts: Int?
  /// Whether each part reads a new snapshot.
  let renews: Bool

  /// The factor that makes pauses longer while the store is in use.
  static let factorInUse = 10.0
  /// The maximum time for which a pass holds a snapshot, in seconds.
  static let longestHold = 5.0
  /// The maximum time for which a pass holds a snapshot that is not the newest, in seconds.
  static let longestHoldAfterCommit = 1.0
  /// The maximum wait before the pass checks again whether the snapshot must end, in seconds.
  static let longestWait = 0.05
  /// The time between two saves of the position, in seconds.
  static let saveInterval = 30.0

  /// Creates the pace of a background pass.
  init(bytesPerSecond: Int) {
    self.bytesPerSecond = bytesPerSecond
    bytes = max(1 << 16, min(1 << 20, bytesPerSecond / 16))
    seconds = 0.005
    parts = nil
    renews = false
  }

  /// Creates a pace without pauses.
  init(bytes: Int, parts: Int?, renews: Bool) {
    bytesPerSecond = nil
    self.bytes = bytes
    seconds = .infinity
    self.parts = parts
    self.renews = renews
  }

  /// The size of the largest collection that a pass checks in one snapshot, in bytes.
  var mostBytesOfSnapshot: Int {
    guard let bytesPerSecond else { return renews ? bytes : .max }
    return Int(min(Double(bytesPerSecond) * (Self.longestHold - 1), Double(Int.max / 2)))
  }

  /// Returns the pause after checking a number of bytes, in seconds.
  func pause(after bytes: Int, inUse: Bool) -> Double {
    guard let bytesPerSecond else { return 0 }
    return Double(bytes) / Double(bytesPerSecond) * (inUse ? Self.factorInUse : 1)
  }
}
