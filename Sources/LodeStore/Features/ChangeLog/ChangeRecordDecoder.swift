internal import LodeCoding

/// Decodes the record of one write from its parts.
struct ChangeRecordDecoder {
  let revision: UInt64
  private var header: (time: Int64, mark: UInt64, userInfo: String?)?
  private var collections: [String: CollectionChanges] = [:]
  /// The number of the next part.
  private var next: UInt32 = 0
  /// Whether the decoder has the last part.
  private(set) var isComplete = false

  init(_ revision: UInt64) { self.revision = revision }

  /// The changes of the write; `nil` before the first part.
  var changes: ChangeSet? {
    guard let header else { return nil }
    return ChangeSet(
      position: ChangePosition(revision: revision, mark: header.mark),
      time: ChangeSet.date(header.time), userInfo: header.userInfo, collections: collections)
  }

  /// Decodes the next part; returns `false` if the bytes are damaged or the part is not the next
  /// part.
  mutating func add(_ number: UInt32, _ value: Span<UInt8>) -> Bool {
    guard number == next, !isComplete, !value.isEmpty,
      value[0] & ~ChangeRecord.lastPart == (number == 0 ? ChangeRecord.firstPart : 0)
    else { return false }
    var cursor = PartCursor(value)
    if number == 0 {
      guard let time = cursor.number(), let mark = cursor.number(), let text = cursor.text() else {
        return false
      }
      header = (Int64(bitPattern: time), mark, text.isEmpty ? nil : text)
    }
    next += 1
    isComplete = value[0] & ChangeRecord.lastPart != 0
    return addSections(&cursor)
  }

  private mutating func addSections(_ cursor: inout PartCursor) -> Bool {
    while !cursor.isAtEnd {
      guard cursor.byte() == ChangeRecord.section, let name = cursor.text(),
        let isCleared = cursor.byte(), isCleared <= 1, let format = cursor.byte()
      else { return false }
      var changes = collections.removeValue(forKey: name) ?? CollectionChanges()
      changes.cleared = changes.cleared || isCleared == 1
      guard Self.addKeys(&cursor, KeyFormat(rawValue: format), to: &changes) else { return false }
      collections[name] = changes
    }
    return true
  }

  /// Decodes the changes of a section.
  private static func addKeys(
    _ cursor: inout PartCursor, _ format: KeyFormat, to changes: inout CollectionChanges
  ) -> Bool {
    var previous: [UInt8] = []
    while let code = cursor.peek(), code != ChangeRecord.section {
      _ = cursor.byte()
      guard code < 16, let shared = cursor.count(), shared <= previous.count,
        let rest = cursor.counted()
      else { return false }
      previous.removeSubrange(shared...)
      previous += rest
      let key = RowKey(bytes: previous, format: format)
      switch code & 3 {
      case 1: changes.inserted.append(key)
      case 2: changes.updated.append(key)
      case 3: changes.deleted.append(key)
      default: return false
      }
      if code & ChangeRecord.oldRow != 0 {
        guard let row = cursor.row(key) else { return false }
        changes.oldRows[key] = row
      }
      if code & ChangeRecord.newRow != 0 {
        guard let row = cursor.row(key) else { return false }
        changes.newRows[key] = row
      }
    }
    return true
  }
}

/// A position in a part, whose bytes may be damaged; every read checks the bounds.
private struct PartCursor: ~Escapable {
  private let bytes: Span<UInt8>
  private var position = 1

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  func peek() -> UInt8? { isAtEnd ? nil : bytes[position] }

  mutating func byte() -> UInt8? {
    guard !isAtEnd else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func number() -> UInt64? {
    guard bytes.count - position >= 8 else { return nil }
    defer { position += 8 }
    return bytes.littleEndianUInt64(at: position)
  }

  mutating func count() -> Int? { bytes.varint(at: &position).map(Int.init) }

  /// Reads bytes after their count.
  mutating func counted() -> [UInt8]? {
    guard let count = count(), count <= bytes.count - position else { return nil }
    defer { position += count }
    return bytes.extracting(position..<position + count).copied()
  }

  mutating func text() -> String? { counted().flatMap { String(validating: $0, as: UTF8.self) } }

  mutating func row(_ key: RowKey) -> StoredRow? {
    guard let type = byte(), let revision = number(), let bytes = counted() else { return nil }
    return StoredRow(
      key: key, type: ValueType(rawValue: type), bytes: bytes, extras: .none, revision: revision)
  }
}
