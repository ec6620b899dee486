/// What the front of a block of postings says; `Docs/Format/TokenIndex.md` has the bytes.
package struct PostingBlock: Sendable, Hashable {
  /// The first document.
  package var first: UInt32
  /// The last document.
  package var last: UInt32
  /// How many documents it has.
  package var count: Int
  /// At most so often is the term in one of them.
  package var maximumFrequency: Int
  /// At least so long is each of them.
  package var minimumLength: Int
  /// Beyond these columns the term is in none of them; the last bit stands for column 7 and all
  /// others.
  package var columns: UInt8
}

/// The front of a block and where its parts lie.
struct PostingHeader {
  var count: UInt32
  var span: UInt32
  /// The greatest number of occurrences, 255 for more.
  var maximumFrequency: UInt8
  /// The code of the least length.
  var minimumLength: UInt8
  var columns: UInt8
  /// The column in which positions begin.
  var baseColumn: UInt8
  /// How many bytes documents and numbers of occurrences have.
  var documentBytes: UInt32

  /// The header of a block without postings.
  init(baseColumn: UInt8) {
    (count, span, maximumFrequency, columns, documentBytes) = (0, 0, 0, 0, 0)
    minimumLength = .max
    self.baseColumn = baseColumn
  }

  /// Reads a header, and moves the place behind it; `nil` when it is damaged.
  @inline(__always)
  init?(_ bytes: Span<UInt8>, first: UInt32, end place: inout Int) {
    place = 0
    guard let count = bytes.varint(at: &place), let span = bytes.varint(at: &place),
      place &+ 4 <= bytes.count, count > 0, span >= count &- 1, span <= .max - first
    else { return nil }
    self.count = count
    self.span = span
    maximumFrequency = bytes[place]
    minimumLength = bytes[place &+ 1]
    columns = bytes[place &+ 2]
    baseColumn = bytes[place &+ 3]
    place &+= 4
    // A document has a byte at least, there and behind that.
    guard let documentBytes = bytes.varint(at: &place),
      Int(documentBytes) <= bytes.count &- place, documentBytes >= count,
      bytes.count &- place &- Int(documentBytes) >= Int(count)
    else { return nil }
    self.documentBytes = documentBytes
  }

  /// How many bytes it takes.
  var size: Int { varintSize(count) + varintSize(span) + 4 + varintSize(documentBytes) }

  /// Takes in what is known of one more document.
  mutating func add(frequency: UInt32, length: UInt32, columns: UInt8) {
    count += 1
    maximumFrequency = max(maximumFrequency, UInt8(clamping: frequency))
    minimumLength = min(minimumLength, LengthCode.code(length))
    self.columns |= columns
  }

  /// Takes in what is known of the documents of another block behind it.
  mutating func add(_ other: PostingHeader, first: UInt32, to ownFirst: UInt32) {
    count += other.count
    span = first - ownFirst + other.span
    maximumFrequency = max(maximumFrequency, other.maximumFrequency)
    minimumLength = min(minimumLength, other.minimumLength)
    columns |= other.columns
  }

  /// Appends the bytes.
  func append(to bytes: inout [UInt8]) {
    bytes.appendVarint(count)
    bytes.appendVarint(span)
    bytes.append(maximumFrequency)
    bytes.append(minimumLength)
    bytes.append(columns)
    bytes.append(baseColumn)
    bytes.appendVarint(documentBytes)
  }

  /// The facts that the cursor reports about the block.
  func block(first: UInt32) -> PostingBlock {
    PostingBlock(
      first: first, last: first + span, count: Int(count),
      maximumFrequency: maximumFrequency == .max ? .max : Int(maximumFrequency),
      minimumLength: Int(LengthCode.length(minimumLength)), columns: columns)
  }

  /// The bit of a column.
  static func bit(of column: UInt8) -> UInt8 { 1 &<< min(column, 7) }
}
