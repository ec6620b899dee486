internal import LodeCoding

/// A row about to be written: its parts, and how they become a record.
struct RowDraft: ~Escapable {
  let key: Span<UInt8>
  let table: UInt32
  let type: ValueType
  let revision: UInt64
  let value: Span<UInt8>
  let metadata: [UInt8]?
  let hasLongKey: Bool

  @_lifetime(copy key, copy value)
  init(
    key: Span<UInt8>, table: UInt32, type: ValueType, revision: UInt64, value: Span<UInt8>,
    metadata: [UInt8]?, hasLongKey: Bool
  ) {
    self.key = key
    self.table = table
    self.type = type
    self.revision = revision
    self.value = value
    self.metadata = metadata
    self.hasLongKey = hasLongKey
  }

  /// The length of the record.
  var count: Int {
    var count = RowRecord.headerSize + value.count + RowRecord.checksumSize
    if let metadata { count += metadata.count + RowRecord.checksumSize + 4 }
    if hasLongKey { count += key.count + 4 }
    return count
  }

  /// Writes the record and returns what it adds to the collection's sum; `output` has room for `count` bytes.
  func write(into output: inout OutputSpan<UInt8>) -> UInt64 {
    let header = RowHeader(
      type: type, revision: revision, hasMetadata: metadata != nil, hasLongKey: hasLongKey)
    let seed = RowRecord.seed(key: key, table: table)
    output.append(littleEndian: header.word)
    output.append(copying: value)
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

  /// Whether a record says the same already, apart from its revision.
  func equals(_ record: borrowing RowRecord) -> Bool {
    guard record.header.type == type, record.value.byteOrder(value) == 0 else { return false }
    guard let old = record.metadataBytes else { return metadata == nil }
    guard let metadata else { return false }
    return old.byteOrder(metadata.span) == 0
  }
}
