internal import LodeCoding

/// A row about to be written: its parts, and how they become a record.
struct RowDraft: ~Escapable {
  let key: Span<UInt8>
  let table: UInt32
  let type: ValueType
  let revision: UInt64
  let value: Span<UInt8>
  /// The value as it is to be stored: itself, or its block.
  let stored: Span<UInt8>
  let isCompressed: Bool
  let metadata: [UInt8]?
  /// The time of the change, when the metadata is to be a ``RowStamp``: what is there then keeps its time of creation.
  let time: Int64?
  let hasLongKey: Bool
  /// The blobs that the value names, in ascending order.
  var blobs: [UInt64] = []

  /// A row whose value is stored as it is.
  @_lifetime(copy key, copy value)
  init(
    key: Span<UInt8>, table: UInt32, type: ValueType, revision: UInt64, value: Span<UInt8>,
    metadata: [UInt8]?, time: Int64? = nil
  ) {
    self.key = key
    self.table = table
    self.type = type
    self.revision = revision
    self.value = value
    stored = value
    isCompressed = false
    self.metadata = time.map { RowStamp(created: $0, updated: $0).bytes } ?? metadata
    self.time = time
    hasLongKey = TableKey.isShortened(key)
  }

  /// The same row with a block in place of its value.
  @_lifetime(copy draft, copy block)
  init(_ draft: borrowing RowDraft, block: Span<UInt8>) {
    key = draft.key
    table = draft.table
    type = draft.type
    revision = draft.revision
    value = draft.value
    stored = block
    isCompressed = true
    metadata = draft.metadata
    time = draft.time
    hasLongKey = draft.hasLongKey
    blobs = draft.blobs
  }

  /// The same row with other metadata.
  @_lifetime(copy draft)
  init(_ draft: borrowing RowDraft, metadata: [UInt8]?) {
    key = draft.key
    table = draft.table
    type = draft.type
    revision = draft.revision
    value = draft.value
    stored = draft.stored
    isCompressed = draft.isCompressed
    self.metadata = metadata
    time = draft.time
    hasLongKey = draft.hasLongKey
    blobs = draft.blobs
  }

  /// The length of the record.
  var count: Int {
    var count = RowRecord.headerSize + stored.count + RowRecord.checksumSize
    if let metadata { count += metadata.count + RowRecord.checksumSize + 4 }
    if hasLongKey { count += key.count + 4 }
    return count
  }

  /// Writes the record and returns what it adds to the collection's sum; `output` has room for `count` bytes.
  func write(into output: inout OutputSpan<UInt8>) -> UInt64 {
    let header = RowHeader(
      type: type, revision: revision, hasMetadata: metadata != nil, hasLongKey: hasLongKey,
      isCompressed: isCompressed, hasBlobs: !blobs.isEmpty)
    let seed = RowRecord.seed(key: key, table: table)
    output.append(littleEndian: header.word)
    output.append(copying: stored)
    var sum = Checksum.rapidhash(output.span, seed: seed)
    output.append(littleEndian: sum)
    if let metadata {
      output.append(copying: metadata.span)
      let checksum = Checksum.rapidhash(metadata.span, seed: seed ^ header.word)
      output.append(littleEndian: checksum)
      sum &+= checksum
    }
    if hasLongKey { output.append(copying: key) }
    if let metadata { output.append(littleEndian: UInt32(metadata.count)) }
    if hasLongKey { output.append(littleEndian: UInt32(key.count)) }
    return sum
  }

  /// Whether a record has the same type and metadata; of stamps, that there is one.
  func equalsBesideValue(_ record: borrowing RowRecord) -> Bool {
    guard record.header.type == type else { return false }
    if time != nil { return record.stamp != nil }
    guard let old = record.metadataBytes else { return metadata == nil }
    guard let metadata else { return false }
    return old.byteOrder(metadata.span) == 0
  }
}
