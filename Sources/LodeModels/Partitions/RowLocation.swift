package import LodeCoding
package import LodeStore

/// Where rows lie in their collection: in a partition, or outside of all.
package struct RowLocation {
  let partition: String?
  /// What stands before the keys of all rows.
  let prefix: [UInt8]

  /// The place of a partition's rows; `nil` is that of none.
  package init(_ partition: String?) {
    self.partition = partition
    prefix = partition.map { Key(Partition($0)).bytes } ?? []
  }

  /// The place of the row at a key of the collection.
  package init(ofRowAt key: Span<UInt8>) {
    var reader = KeyReader(key)
    // A key that begins with something else is one of no partition.
    self.init(try? reader.read(Partition.self).name)
  }

  /// Lends the bytes of a row's key.
  package func withKey<R>(_ key: some KeyConvertible, _ body: (Span<UInt8>) throws -> R) throws -> R
  {
    guard key.keyFormat == .tuple else { throw StoreError(.keyFormatMismatch) }
    var buffer = KeyBuffer()
    if !prefix.isEmpty { buffer.append(prefix.span) }
    key.encodeKey(into: &buffer)
    let bytes = buffer.bytes
    guard bytes.count > prefix.count else { throw StoreError(.keyEmpty) }
    guard bytes[prefix.count] != RowLocation.partitionCode else {
      throw StoreError(.keyFormatMismatch, context: "a row's own key begins with a partition")
    }
    return try body(bytes)
  }

  /// The key in the collection of the row with a key of its own.
  package func rowKey(_ key: some KeyConvertible) throws -> RowKey {
    try withKey(key) { RowKey(bytes: $0.copied(), format: .tuple) }
  }

  /// A range of the rows' own keys as one of the collection's.
  package func range(_ range: KeyRange) -> KeyRange {
    if prefix.isEmpty { return outside(range) }
    return KeyRange(
      lower: range.lower.behind(prefix) ?? .included(prefix),
      // No element begins with FF.
      upper: range.upper.behind(prefix) ?? .excluded(prefix + [0xFF]))
  }

  /// Rows outside of partitions come before all partitions.
  private func outside(_ range: KeyRange) -> KeyRange {
    let end = [RowLocation.partitionCode]
    if let upper = range.upper.bytes, upper.span.byteOrder(end.span) < 0 { return range }
    return KeyRange(lower: range.lower, upper: .excluded(end))
  }

  /// What the keys of partitions' rows begin with, and no others: `Docs/Format/Keys.md`.
  private static let partitionCode: UInt8 = 0x50

  /// The keys of all partitions' rows.
  static let partitions = KeyRange(lower: .included([partitionCode]))

  /// Whether a key of the collection is one of the place's.
  func contains(_ bytes: Span<UInt8>) -> Bool {
    prefix.isEmpty
      ? bytes.isEmpty || bytes[0] != RowLocation.partitionCode : bytes.starts(with: prefix.span)
  }

  /// The row's own key, of the bytes in the collection.
  package func key<K: KeyElement>(_ bytes: Span<UInt8>, as type: K.Type) throws -> K {
    try K.decodeKey(bytes.extracting(droppingFirst: prefix.count))
  }

  /// The row's own key, of whatever type.
  package func key(_ bytes: Span<UInt8>) -> RowKey {
    RowKey(bytes: bytes.extracting(droppingFirst: prefix.count).copied(), format: .tuple)
  }
}

extension KeyRange.Bound {
  /// The bound with a prefix before its bytes; `nil` when there is none.
  fileprivate func behind(_ prefix: [UInt8]) -> Self? {
    switch self {
    case .unbounded: nil
    case .included(let bytes): .included(prefix + bytes)
    case .excluded(let bytes): .excluded(prefix + bytes)
    }
  }
}

extension WriteAccess {
  /// Deletes all rows of a place; returns how many there were.
  func deleteAll(in place: RowLocation) throws -> Int {
    let isAll = try place.partition == nil && !reading.hasPartitions()
    return try delete(isAll ? .all : place.range(.all))
  }
}

extension CollectionAccess {
  /// How many rows are in a place.
  ///
  /// O(1) for a collection without partitions, otherwise O(rows in partitions).
  func count(in place: RowLocation) throws -> Int {
    if place.partition == nil { return try count() - count(RowLocation.partitions) }
    return try count(place.range(.all))
  }

  /// Whether any row is in a partition.
  func hasPartitions() throws -> Bool {
    var found = false
    try scan(RowLocation.partitions, limit: 1, wantsValues: false) { _ in
      found = true
      return .stop
    }
    return found
  }

  private func count(_ range: KeyRange) throws -> Int {
    var count = 0
    try scan(range, wantsValues: false) { _ in
      count += 1
      return .next
    }
    return count
  }
}
