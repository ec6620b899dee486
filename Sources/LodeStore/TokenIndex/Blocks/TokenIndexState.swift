internal import LodeCoding
internal import LodeLMDB

/// What a token index says of itself as a whole; `Docs/Format/TokenIndex.md` has the bytes.
struct TokenIndexState: Hashable {
  /// How many documents are in use.
  var documents: UInt64 = 0
  /// The sum of their lengths.
  var tokens: UInt64 = 0
  /// The number of the next document.
  var next: UInt32 = 0
  /// How many are dead.
  var dead: UInt32 = 0
  /// Up to which block a compaction has come; empty when none runs.
  var compacted: [UInt8] = []

  /// That of an index without documents.
  init() {}

  /// Reads the state; `nil` when it is damaged.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 24 else { return nil }
    documents = bytes.littleEndianUInt64(at: 0)
    tokens = bytes.littleEndianUInt64(at: 8)
    next = bytes.littleEndianUInt32(at: 16)
    dead = bytes.littleEndianUInt32(at: 20)
    compacted = bytes.extracting(24..<bytes.count).copied()
    guard documents <= next, dead <= next - UInt32(documents) else { return nil }
  }

  var bytes: [UInt8] {
    CatalogRecord.withBytes(of: documents) + CatalogRecord.withBytes(of: tokens)
      + CatalogRecord.withBytes(of: next) + CatalogRecord.withBytes(of: dead) + compacted
  }

  /// Reads the state of an index.
  init(
    _ index: IndexInfo, of collection: String, _ handle: TransactionHandle
  ) throws(StoreError) {
    do throws(LMDBError) {
      let key = TokenKey.state
      guard let bytes = try handle.get(key.span, in: index.table) else {
        self.init()
        return
      }
      guard let state = TokenIndexState(bytes) else {
        throw LMDBError(.damaged, context: "index \(index.name)")
      }
      self = state
    } catch {
      throw StoreError(error, collection: collection)
    }
  }
}
