internal import LodeCoding

/// The encoder of a row as a record: the stored bytes of the row.
struct RecordEncoder: ~Escapable {
  let key: Span<UInt8>
  let table: UInt32
  let type: ValueType
  let revision: UInt64
  let value: Span<UInt8>
  /// The stored form of the value: the value, or its compressed block.
  let stored: Span<UInt8>
  let isCompressed: Bool
  private(set) var extras: RowExtras
  /// The encoded timestamps and metadata, or `nil` if the row has neither.
  private var part: [UInt8]?
  /// The rule that determines the timestamps and metadata.
  let rule: ExtrasRule
  let hasLongKey: Bool
  /// The numbers of the blobs of the value, in ascending order.
  let blobs: [UInt64]

  /// Creates an encoder.
  ///
  /// The initializer sets every property once. A later change of a property would make callers copy
  /// the encoder.
  ///
  /// - Parameter block: The compressed value, or `nil` to store the value uncompressed.
  @_lifetime(copy key, copy value, copy block)
  init(
    _ head: RecordHead, key: Span<UInt8>, value: Span<UInt8>, block: Span<UInt8>?,
    _ rule: ExtrasRule, blobs: [UInt64] = []
  ) {
    self.key = key
    table = head.table
    type = head.type
    revision = head.revision
    self.value = value
    if let block {
      stored = block
      isCompressed = true
    } else {
      stored = value
      isCompressed = false
    }
    self.rule = rule
    extras = rule.ofNewRow
    part = extras.part(head.type)
    hasLongKey = TableKey.isShortened(key)
    self.blobs = blobs
  }

  /// Creates a copy of an encoder with other timestamps and metadata.
  @_lifetime(copy encoder)
  init(_ encoder: borrowing RecordEncoder, extras: RowExtras) {
    self = copy encoder
    self.extras = extras
    part = extras.part(encoder.type)
  }

  /// The timestamps that `RowRecord.stamp` reads from the record.
  var stamp: RowStamp? {
    guard extras.isDoubtful, let metadata = extras.metadata,
      ExtrasLayout.isDoubtful(type, metadata.count)
    else { return extras.stamp }
    return RowStamp(metadata.span)
  }

  /// The length of the record, in bytes.
  var count: Int {
    var count = RowRecord.headerSize + stored.count + RowRecord.checksumSize
    if let part { count += part.count + RowRecord.checksumSize + 4 }
    if hasLongKey { count += key.count + 4 }
    return count
  }

  /// Writes the record, and returns the sum of the record's checksums.
  ///
  /// - Parameter output: An empty span with capacity for at least `count` bytes.
  func write(into output: inout OutputSpan<UInt8>) -> UInt64 {
    var flags: RowHeader.Flags = []
    if part != nil { flags.insert(.metadata) }
    if hasLongKey { flags.insert(.longKey) }
    if isCompressed { flags.insert(.compressed) }
    if !blobs.isEmpty { flags.insert(.blobs) }
    if extras.isStructured(type) { flags.insert(.structured) }
    let header = RowHeader(type: type, revision: revision, flags)
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

  /// Returns whether a put of the row would keep the type, timestamps, and metadata of a record.
  ///
  /// With `ExtrasRule.keeping`, only the presence of timestamps counts.
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

/// The numbers that a record contains or is checked with.
struct RecordHead {
  /// The number of the collection's table.
  let table: UInt32
  let type: ValueType
  let revision: UInt64
}
