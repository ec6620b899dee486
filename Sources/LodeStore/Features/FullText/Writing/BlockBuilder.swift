internal import LodeCoding

/// A builder of a block of postings.
struct BlockBuilder {
  /// The maximum size of a block with several documents, in bytes.
  ///
  /// Four blocks fit into a page of the file.
  static let target = 960

  private(set) var first: UInt32 = 0
  private var header = PostingHeader(baseColumn: 0)
  private var documents: [UInt8] = []
  private var positions: [UInt8] = []

  var isEmpty: Bool { header.count == 0 }
  /// The size of the block, in bytes.
  var size: Int { header.size + documents.count + positions.count }
  /// The number of the last document.
  var last: UInt32 { first + header.span }

  mutating func removeAll() {
    header = PostingHeader(baseColumn: 0)
    documents.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
  }

  /// Returns whether the builder can append the documents of a stored block without encoding them
  /// again.
  ///
  /// If the positions begin in another column, only a single document can name this column.
  func canTake(_ added: PostingHeader, _ bytes: Span<UInt8>, at start: Int) -> Bool {
    isEmpty || added.baseColumn == header.baseColumn
      || added.count == 1 && bytes[start + Int(added.documentBytes)] != 0
  }

  /// Appends the documents of a stored block that ``canTake(_:_:at:)`` accepts, if they fit.
  ///
  /// - Returns: Whether the builder appended the documents; `nil` if the bytes are damaged.
  mutating func appendIfRoom(
    _ bytes: Span<UInt8>, _ added: PostingHeader, at start: Int, first: UInt32
  ) -> Bool? {
    let end = start + Int(added.documentBytes)
    // The difference of the first document is 0.
    guard bytes[start] < 2 else { return nil }
    if isEmpty {
      header = added
      self.first = first
      documents.append(copying: bytes.extracting(start..<end))
      positions.append(copying: bytes.extracting(end..<bytes.count))
      return true
    }
    if first <= last { return nil }
    guard first - last < 1 << 30, size + bytes.count <= Self.target else { return false }
    documents.appendVarint((first - last) << 1 | UInt32(bytes[start]))
    documents.append(copying: bytes.extracting(start + 1..<end))
    if added.baseColumn != header.baseColumn {
      positions.append(0)
      positions.append(added.baseColumn)
    }
    positions.append(copying: bytes.extracting(end..<bytes.count))
    header.add(added, first: first, to: self.first)
    header.documentBytes = UInt32(documents.count)
    return true
  }

  /// Appends a document with its positions, in ascending order, if the document fits.
  ///
  /// - Returns: Whether the builder appended the document.
  mutating func addIfRoom(_ document: UInt32, length: UInt32, places: Span<UInt64>) -> Bool {
    if isEmpty {
      add(document, length: length, places: places)
      return true
    }
    // Encoded differences have at most 31 bits.
    if document &- last >= 1 << 30 { return false }
    let (oldHeader, oldDocuments, oldPositions) = (header, documents.count, positions.count)
    add(document, length: length, places: places)
    if size <= Self.target { return true }
    header = oldHeader
    documents.removeLast(documents.count - oldDocuments)
    positions.removeLast(positions.count - oldPositions)
    return false
  }

  private mutating func add(_ document: UInt32, length: UInt32, places: Span<UInt64>) {
    if isEmpty {
      first = document
      header.baseColumn = UInt8(truncatingIfNeeded: places[0] >> 32)
    }
    let frequency = UInt32(clamping: places.count)
    documents.appendVarint(
      (isEmpty ? 0 : document &- last) &<< 1 | (frequency > 1 ? 1 : 0))
    if frequency > 1 { documents.appendVarint(frequency - 2) }
    var (column, offset, columns) = (header.baseColumn, UInt32(0), UInt8(0))
    for index in places.indices {
      let place = places[index]
      let next = UInt8(truncatingIfNeeded: place >> 32)
      if next != column {
        positions.append(0)
        positions.append(next)
        (column, offset) = (next, 0)
      }
      let end = UInt32(truncatingIfNeeded: place)
      positions.appendVarint(end &- offset &+ 1)
      offset = end
      columns |= PostingHeader.bit(of: column)
    }
    header.span = document - first
    header.add(frequency: frequency, length: length, columns: columns)
    header.documentBytes = UInt32(documents.count)
  }

  /// Appends the encoded block.
  func append(to bytes: inout [UInt8]) {
    header.append(to: &bytes)
    bytes.append(copying: documents.span)
    bytes.append(copying: positions.span)
  }
}
