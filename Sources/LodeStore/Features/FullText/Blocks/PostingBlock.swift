/// The properties of a block of postings, from the block's header.
///
/// `Docs/Format/TokenIndex.md` describes the encoding.
package struct PostingBlock: Sendable, Hashable {
  /// The number of the first document.
  package var first: UInt32
  /// The number of the last document.
  package var last: UInt32
  /// The number of documents.
  package var count: Int
  /// An upper bound for the frequency of the term in each document.
  package var maximumFrequency: Int
  /// A lower bound for the length of each document, in positions with tokens.
  package var minimumLength: Int
  /// The columns that can contain the term, with one bit for each column.
  ///
  /// The last bit represents column 7 and all later columns.
  package var columns: UInt8
}

/// The header of a block of postings.
struct PostingHeader {
  /// The number of documents.
  var count: UInt32
  /// The difference between the last and the first document.
  var span: UInt32
  /// The maximum frequency of the term, at most 255.
  ///
  /// The value 255 also represents higher frequencies.
  var maximumFrequency: UInt8
  /// The code of the minimum length of a document.
  var minimumLength: UInt8
  /// The columns that contain the term, with one bit for each column.
  var columns: UInt8
  /// The column with which the positions of each document begin.
  var baseColumn: UInt8
  /// The size of the encoded documents and frequencies, in bytes.
  var documentBytes: UInt32

  /// Creates the header of a block without postings.
  init(baseColumn: UInt8) {
    (count, span, maximumFrequency, columns, documentBytes) = (0, 0, 0, 0, 0)
    minimumLength = .max
    self.baseColumn = baseColumn
  }

  /// Decodes a header, and sets `offset` to the end of the header; `nil` if the header is damaged.
  @inline(__always)
  init?(_ bytes: Span<UInt8>, first: UInt32, end offset: inout Int) {
    offset = 0
    guard let count = bytes.varint(at: &offset), let span = bytes.varint(at: &offset),
      offset &+ 4 <= bytes.count, count > 0, span >= count &- 1, span <= .max - first
    else { return nil }
    self.count = count
    self.span = span
    maximumFrequency = bytes[offset]
    minimumLength = bytes[offset &+ 1]
    columns = bytes[offset &+ 2]
    baseColumn = bytes[offset &+ 3]
    offset &+= 4
    // Each document has at least one byte of documents, and at least one byte of positions.
    guard let documentBytes = bytes.varint(at: &offset),
      Int(documentBytes) <= bytes.count &- offset, documentBytes >= count,
      bytes.count &- offset &- Int(documentBytes) >= Int(count)
    else { return nil }
    self.documentBytes = documentBytes
  }

  /// The encoded size, in bytes.
  var size: Int { varintSize(count) + varintSize(span) + 4 + varintSize(documentBytes) }

  /// Adds a document to the header.
  mutating func add(frequency: UInt32, length: UInt32, columns: UInt8) {
    count += 1
    maximumFrequency = max(maximumFrequency, UInt8(clamping: frequency))
    minimumLength = min(minimumLength, LengthCode.code(length))
    self.columns |= columns
  }

  /// Adds the documents of a following block to the header.
  mutating func add(_ other: PostingHeader, first: UInt32, to ownFirst: UInt32) {
    count += other.count
    span = first - ownFirst + other.span
    maximumFrequency = max(maximumFrequency, other.maximumFrequency)
    minimumLength = min(minimumLength, other.minimumLength)
    columns |= other.columns
  }

  /// Appends the encoded header.
  func append(to bytes: inout [UInt8]) {
    bytes.appendVarint(count)
    bytes.appendVarint(span)
    bytes.append(maximumFrequency)
    bytes.append(minimumLength)
    bytes.append(columns)
    bytes.append(baseColumn)
    bytes.appendVarint(documentBytes)
  }

  /// Returns the properties of the block with the header.
  func block(first: UInt32) -> PostingBlock {
    PostingBlock(
      first: first, last: first + span, count: Int(count),
      maximumFrequency: maximumFrequency == .max ? .max : Int(maximumFrequency),
      minimumLength: Int(LengthCode.length(minimumLength)), columns: columns)
  }

  /// Returns the bit of a column.
  static func bit(of column: UInt8) -> UInt8 { 1 &<< min(column, 7) }
}
