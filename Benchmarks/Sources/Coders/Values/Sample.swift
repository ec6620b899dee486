public import LodeCoding

/// A value that the coders turn into bytes and back.
public protocol Sample: Archivable, Codable, Equatable, Sendable {
  /// What the value is in C: its numbers in a block of fixed size, the first one its `number`, and
  /// its texts.
  var plain: PlainRecord { get }
  /// One of its integers, read alone by those who can.
  var number: Int { get }
  /// Where in the archives that integer is.
  static var numberField: ArchivedField<Self, Int> { get }
  /// One of its texts, read alone by those who can.
  var text: String { get }
  /// Where in the archives that text is.
  static var textField: ArchivedField<Self, String> { get }
}

/// A value as a C struct and the texts that it points to.
public struct PlainRecord: Sendable {
  /// The bytes of the numbers.
  public private(set) var fixed: [UInt8] = []
  /// The texts.
  public private(set) var texts: [[UInt8]] = []

  init() {}

  mutating func add(_ value: some BitwiseCopyable) {
    unsafe withUnsafeBytes(of: value) { unsafe fixed.append(contentsOf: $0) }
  }

  mutating func add(_ text: String?) { texts.append(Array((text ?? "").utf8)) }
}
