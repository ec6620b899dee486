internal import LodeCoding

/// The keys of a token index's table; `Docs/Format/TokenIndex.md` has them.
enum TokenKey {
  static let state: [UInt8] = [1]
  static let lengths: UInt8 = 2
  static let dead: UInt8 = 3
  static let keys: UInt8 = 4
  static let row: UInt8 = 5
  static let longLength: UInt8 = 6
  static let removed: UInt8 = 7
  static let segment: UInt8 = 9

  /// How many documents have their lengths in one row; so that it stays in a page of the tree.
  static let lengthsPerPage: UInt32 = 512
  /// How many documents have their bits in one row.
  static let bitsPerPage: UInt32 = 8192
  /// How many documents have their keys in one row.
  static let keysPerPage: UInt32 = 64
  /// How many bytes key and value of a row of postings have at most: two such rows fill a page of
  /// the tree.
  static let mostRowBytes = 2030
  /// How many bytes a term has at most.
  static let maximumTerm = TokenBuffer.longestTerm

  /// The key of a page, or of a document, of a kind.
  static func page(_ kind: UInt8, _ number: UInt32) -> [UInt8] {
    [kind] + CatalogRecord.withBytes(of: number.bigEndian)
  }

  /// The number in the key of a page; `nil` when it is none.
  static func pageNumber(_ key: Span<UInt8>) -> UInt32? {
    key.count == 5 ? key.littleEndianUInt32(at: 1).byteSwapped : nil
  }

  /// The key under which the document of a row is found.
  static func row(_ key: Span<UInt8>) -> [UInt8] {
    let whole = [row] + key.copied()
    return TableKey.isShortened(whole.span) ? TableKey.shorten(whole.span) : whole
  }

  /// What the keys of a segment's rows begin with.
  static func segment(_ number: UInt32) -> [UInt8] {
    [segment] + CatalogRecord.withBytes(of: number.bigEndian)
  }

  /// The key of the row that begins with a term and a document.
  static func postings(
    _ segment: UInt32, _ term: Span<UInt8>, from document: UInt32
  ) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(term.count + 10)
    key.append(Self.segment)
    key.append(bigEndian: segment)
    key.append(copying: term)
    key.append(0)
    key.append(bigEndian: document)
    return key
  }

  /// The parts of the key of a row of postings; `nil` when it is none.
  @_lifetime(copy key)
  static func split(_ key: Span<UInt8>) -> PostingKey? {
    guard key.count >= 11, key[0] == segment, key[key.count - 5] == 0 else { return nil }
    return PostingKey(
      segment: key.littleEndianUInt32(at: 1).byteSwapped,
      term: key.extracting(5..<key.count - 5),
      first: key.littleEndianUInt32(at: key.count - 4).byteSwapped)
  }

  /// A term as keys have it.
  static func stored(_ term: Span<UInt8>) -> [UInt8] {
    term.extracting(first: maximumTerm).copied()
  }
}

/// The parts of the key of a row of postings.
struct PostingKey: ~Escapable {
  let segment: UInt32
  /// The term and the first document of its first block.
  let term: Span<UInt8>
  let first: UInt32

  @_lifetime(copy term)
  init(segment: UInt32, term: Span<UInt8>, first: UInt32) {
    self.segment = segment
    self.term = term
    self.first = first
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian value: UInt32) {
    for shift in stride(from: UInt32(24), through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value &>> shift))
    }
  }
}
