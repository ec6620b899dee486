internal import LodeCoding

/// A row about to be written: its parts, and how they become a record.
struct RecordEncoder: ~Escapable {
  let key: Span<UInt8>
  let table: UInt32
  let type: ValueType
  let revision: UInt64
  let value: Span<UInt8>
  /// The value as it is to be stored: itself, or its block.
  let stored: Span<UInt8>
  let isCompressed: Bool
  /// What the row has beside its value, and its bytes.
  let extras: RowExtras
  private let part: [UInt8]?
  /// What becomes of what an overwritten row has beside its value.
  let rule: ExtrasRule
  let hasLongKey: Bool
  /// The blobs that the value names, in ascending order.
  var blobs: [UInt64] = []

  /// A row whose value is stored as it is.
  @_lifetime(copy key, copy value)
  init(
    key: Span<UInt8>, table: UInt32, type: ValueType, revision: UInt64, value: Span<UInt8>,
    _ rule: ExtrasRule
  ) {
    self.key = key
    self.table = table
    self.type = type
    self.revision = revision
    self.value = value
    stored = value
    isCompressed = false
    self.rule = rule
    extras = rule.ofNewRow
    part = extras.part(type)
    hasLongKey = TableKey.isShortened(key)
  }

  /// The same row with a block in place of its value.
  @_lifetime(copy encoder, copy block)
  init(_ encoder: borrowing RecordEncoder, block: Span<UInt8>) {
    key = encoder.key
    table = encoder.table
    type = encoder.type
    revision = encoder.revision
    value = encoder.value
    stored = block
    isCompressed = true
    extras = encoder.extras
    part = encoder.part
    rule = encoder.rule
    hasLongKey = encoder.hasLongKey
    blobs = encoder.blobs
  }

  /// The same row with something else beside its value.
  @_lifetime(copy encoder)
  init(_ encoder: borrowing RecordEncoder, extras: RowExtras) {
    key = encoder.key
    table = encoder.table
    type = encoder.type
    revision = encoder.revision
    value = encoder.value
    stored = encoder.stored
    isCompressed = encoder.isCompressed
    self.extras = extras
    part = extras.part(encoder.type)
    rule = encoder.rule
    hasLongKey = encoder.hasLongKey
    blobs = encoder.blobs
  }

  /// The times that the record will have, as ``RowRecord/stamp`` reads them.
  var stamp: RowStamp? {
    guard extras.isDoubtful, let metadata = extras.metadata,
      ExtrasLayout.isDoubtful(type, metadata.count)
    else { return extras.stamp }
    return RowStamp(metadata.span)
  }

  /// The length of the record.
  var count: Int {
    var count = RowRecord.headerSize + stored.count + RowRecord.checksumSize
    if let part { count += part.count + RowRecord.checksumSize + 4 }
    if hasLongKey { count += key.count + 4 }
    return count
  }

  /// Writes the record and returns what it adds to the collection's sum; `output` has room for
  /// `count` bytes.
  func write(into output: inout OutputSpan<UInt8>) -> UInt64 {
    let header = RowHeader(
      type: type, revision: revision, hasMetadata: part != nil, hasLongKey: hasLongKey,
      isCompressed: isCompressed, hasBlobs: !blobs.isEmpty, isStructured: extras.isStructured(type))
    let seed = RowRecord.seed(key: key, table: table)
    output.append(littleEndian: header.word)
    output.append(copying: stored)
    var sum = Checksum.rapidhash(output.span, seed: seed)
    output.append(littleEndian: sum)
    if let part {
      output.append(copying: part.span)
      let checksum = Checksum.rapidhash(part.span, seed: seed ^ header.word)
      output.append(littleEndian: checksum)
      sum &+= checksum
    }
    if hasLongKey { output.append(copying: key) }
    if let part { output.append(littleEndian: UInt32(part.count)) }
    if hasLongKey { output.append(littleEndian: UInt32(key.count)) }
    return sum
  }

  /// Whether a record has the same type, and beside its value what the encoder would leave there; of
  /// times, that there are some.
  func equalsBesideValue(_ record: borrowing RowRecord) -> Bool {
    guard record.header.type == type else { return false }
    switch rule {
    case .keeping(let time):
      return (time != nil) == (record.stamp != nil) || record.extras.isDoubtful
    case .exactly:
      if !record.header.hasMetadata { return part == nil }
      return record.extras == extras
    }
  }
}
