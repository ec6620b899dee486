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
  static let term: UInt8 = 8

  /// How many documents have their lengths in one row; so that it stays in a page of the tree.
  static let lengthsPerPage: UInt32 = 512
  /// How many documents have their bits in one row.
  static let bitsPerPage: UInt32 = 8192
  /// How many documents have their keys in one row.
  static let keysPerPage: UInt32 = 64
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

  /// The number of a document as the end of a block's key.
  static func documentBytes(_ document: UInt32) -> [UInt8] {
    CatalogRecord.withBytes(of: document.bigEndian)
  }

  /// What all keys of a term begin with.
  static func prefix(_ term: Span<UInt8>) -> [UInt8] { [Self.term] + term.copied() + [0] }

  /// The term and the first document of the key of a block; `nil` when it is none.
  @_lifetime(copy key)
  static func split(_ key: Span<UInt8>) -> BlockKey? {
    guard key.count >= 6, key[0] == term, key[key.count - 5] == 0 else { return nil }
    return BlockKey(
      term: key.extracting(1..<key.count - 5),
      first: key.littleEndianUInt32(at: key.count - 4).byteSwapped)
  }

  /// A term as keys have it.
  static func stored(_ term: Span<UInt8>) -> [UInt8] {
    term.extracting(first: maximumTerm).copied()
  }
}

/// The parts of a block's key.
struct BlockKey: ~Escapable {
  let term: Span<UInt8>
  let first: UInt32

  @_lifetime(copy term)
  init(term: Span<UInt8>, first: UInt32) {
    self.term = term
    self.first = first
  }
}
