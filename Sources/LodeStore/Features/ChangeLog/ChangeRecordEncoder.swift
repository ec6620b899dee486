internal import LodeCoding

/// Encodes the record of one write: one or more parts, each of which is a row of the log's table.
///
/// `Docs/Format/ChangeLog.md` specifies the bytes.
struct ChangeRecordEncoder {
  /// The size from which the encoder adds no further change to a part, in bytes.
  ///
  /// Two parts of this size fit into a page.
  static let fullPart = 1_900

  private let revision: UInt64
  private let writePart: (_ key: [UInt8], _ value: [UInt8]) throws(StoreError) -> Void
  private var part: [UInt8] = []
  private var number: UInt32 = 0
  /// The key before the next key in the section; empty at the beginning of a section.
  private var previous: [UInt8] = []
  /// The format of the keys in the section; `nil` outside a section.
  private var format: KeyFormat?

  /// Begins a record.
  ///
  /// - Parameter writePart: Called with the key and the value, without its checksum, of each part.
  init(
    _ write: RecordedWrite,
    _ writePart: @escaping (_ key: [UInt8], _ value: [UInt8]) throws(StoreError) -> Void
  ) {
    revision = write.position.revision
    self.writePart = writePart
    part.reserveCapacity(ChangeRecord.headerSize)
    part.append(ChangeRecord.firstPart)
    part += CatalogRecord.withBytes(of: UInt64(bitPattern: write.time))
    part += CatalogRecord.withBytes(of: write.position.mark ?? 0)
    append(text: write.userInfo ?? "")
  }

  /// Adds the changes of a collection.
  mutating func add(_ changes: KeyChanges, _ images: ChangeImages?) throws(StoreError) {
    if changes.isCleared { beginSection(changes, nil) }
    try changes.forEach { (key, format, step) throws(StoreError) in
      if part.count >= ChangeRecordEncoder.fullPart {
        try endPart(isLast: false)
        beginSection(changes, format)
      } else if self.format != format {
        beginSection(changes, format)
      }
      let rows = images?.rows(changes.collection, key, format, step) ?? (nil, nil)
      add(key, step, rows)
    }
    format = nil
  }

  /// Writes the last part.
  mutating func finish() throws(StoreError) { try endPart(isLast: true) }

  private mutating func beginSection(_ changes: KeyChanges, _ format: KeyFormat?) {
    part.append(ChangeRecord.section)
    append(text: changes.collection)
    part.append(changes.isCleared ? 1 : 0)
    part.append(format?.rawValue ?? 0)
    self.format = format
    previous.removeAll(keepingCapacity: true)
  }

  private mutating func add(
    _ key: Span<UInt8>, _ step: WriteChanges.Step, _ rows: (old: StoredRow?, new: StoredRow?)
  ) {
    let shared = Self.sharedCount(previous.span, key)
    part.append(
      ChangeRecord.code(of: step) | (rows.old == nil ? 0 : ChangeRecord.oldRow)
        | (rows.new == nil ? 0 : ChangeRecord.newRow))
    part.appendVarint(UInt32(shared))
    part.appendVarint(UInt32(key.count - shared))
    part.append(copying: key.extracting(shared..<key.count))
    previous.replaceBytes(from: shared, with: key.extracting(shared..<key.count))
    for row in [rows.old, rows.new] {
      guard let row else { continue }
      part.append(row.type.rawValue)
      part += CatalogRecord.withBytes(of: row.revision)
      part.appendVarint(UInt32(row.bytes.count))
      part += row.bytes
    }
  }

  /// Returns the number of bytes at the beginning that two keys share.
  private static func sharedCount(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    let most = min(left.count, right.count)
    var count = 0
    while count < most, left[count] == right[count] { count &+= 1 }
    return count
  }

  private mutating func append(text: String) {
    part.appendVarint(UInt32(text.utf8.count))
    part += text.utf8
  }

  private mutating func endPart(isLast: Bool) throws(StoreError) {
    if isLast { part[0] |= ChangeRecord.lastPart }
    try writePart(ChangeRecord.key(revision, part: number), part)
    number += 1
    part.removeAll(keepingCapacity: true)
    part.append(0)
  }
}

/// The codes and the keys of records in the change log.
enum ChangeRecord {
  /// Flags of the first byte of a part.
  static let firstPart: UInt8 = 1
  static let lastPart: UInt8 = 2
  /// The code of a section's beginning, in place of a change.
  static let section: UInt8 = 0
  /// Flags of the code of a change, if the row before or after the write follows.
  static let oldRow: UInt8 = 4
  static let newRow: UInt8 = 8
  /// The least size of a first part, in bytes.
  static let headerSize = 18

  static func code(of step: WriteChanges.Step) -> UInt8 {
    switch step {
    case .inserted: 1
    case .updated: 2
    case .deleted: 3
    }
  }

  /// Returns the key of a part: the revision and the number of the part, both big-endian.
  static func key(_ revision: UInt64, part: UInt32) -> [UInt8] {
    CatalogRecord.withBytes(of: revision.bigEndian) + CatalogRecord.withBytes(of: part.bigEndian)
  }

  /// Returns the revision and the number in the key of a part; `nil` if the key is damaged.
  static func place(_ key: Span<UInt8>) -> (revision: UInt64, part: UInt32)? {
    guard key.count == 12 else { return nil }
    return (key.littleEndianUInt64(at: 0).byteSwapped, key.littleEndianUInt32(at: 8).byteSwapped)
  }

  /// Returns the checksum of a part, which also covers its key and the number of the log's table.
  static func checksum(_ value: Span<UInt8>, key: Span<UInt8>, table: UInt32) -> UInt64 {
    Checksum.rapidhash(value, seed: Checksum.rapidhash(key, seed: UInt64(table)))
  }
}
