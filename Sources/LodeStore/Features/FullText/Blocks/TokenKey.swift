internal import LodeCoding

/// The keys of a full-text index's table; `Docs/Format/TokenIndex.md` describes the encoding.
///
/// Here, a *page* is a table row with data of documents with consecutive numbers. The data are the
/// lengths, the row keys, or one bit for each dead document. A document is dead after its row was
/// changed or deleted.
enum TokenKey {
  // The first byte of each kind of key. `state` is a whole key.
  static let state: [UInt8] = [1]
  static let lengths: UInt8 = 2
  static let dead: UInt8 = 3
  static let keys: UInt8 = 4
  static let row: UInt8 = 5
  static let longLength: UInt8 = 6
  static let removed: UInt8 = 7
  static let segment: UInt8 = 9

  /// The number of documents whose lengths share one table row.
  static let lengthsPerPage: UInt32 = 512
  /// The number of documents whose bits share one table row.
  static let bitsPerPage: UInt32 = 8192
  /// The number of documents whose row keys share one table row.
  static let keysPerPage: UInt32 = 64
  /// The maximum size of a row of postings, in bytes.
  ///
  /// Two rows fit into a page of the file.
  static let mostRowBytes = 2030
  /// The maximum length of a term, in bytes.
  static let maximumTerm = TokenBuffer.longestTerm

  /// Returns the key of a page, or of a row for one document.
  static func page(_ kind: UInt8, _ number: UInt32) -> [UInt8] {
    CatalogRecord.key(kind, number)
  }

  /// Returns the page number in a key, or `nil` if the key is not the key of a page.
  static func pageNumber(_ key: Span<UInt8>) -> UInt32? {
    key.count == 5 ? key.littleEndianUInt32(at: 1).byteSwapped : nil
  }

  /// Returns the key of the table row that maps a row's key to its document.
  static func row(_ key: Span<UInt8>) -> [UInt8] {
    let whole = [row] + key.copied()
    return TableKey.isShortened(whole.span) ? TableKey.shorten(whole.span) : whole
  }

  /// Returns the prefix of the keys of a segment's rows.
  static func segment(_ number: UInt32) -> [UInt8] { page(segment, number) }

  /// Returns the key of the row of postings that begins with a term and a document.
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

  /// Splits the key of a row of postings; returns `nil` for other keys.
  @_lifetime(copy key)
  static func split(_ key: Span<UInt8>) -> PostingKey? {
    guard key.count >= 11, key[0] == segment, key[key.count - 5] == 0 else { return nil }
    return PostingKey(
      segment: key.littleEndianUInt32(at: 1).byteSwapped,
      term: key.extracting(5..<key.count - 5),
      first: key.littleEndianUInt32(at: key.count - 4).byteSwapped)
  }

  /// Returns the first ``maximumTerm`` bytes of a term, which keys contain.
  static func stored(_ term: Span<UInt8>) -> [UInt8] {
    term.extracting(first: maximumTerm).copied()
  }
}

/// The components of the key of a row of postings.
struct PostingKey: ~Escapable {
  let segment: UInt32
  /// The term and the first document of the row's first block.
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
