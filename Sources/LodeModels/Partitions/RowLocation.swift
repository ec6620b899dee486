package import LodeCoding
package import LodeStore

/// The location of rows in their collection: in a partition, or outside of all partitions.
///
/// The stored key of a row is the prefix of the location, followed by the row's own key.
package struct RowLocation {
  /// The name of the partition; `nil` for rows outside of partitions.
  let partition: String?
  /// The first bytes of all stored keys at this location; empty outside of partitions.
  let prefix: [UInt8]

  /// Creates the location of a partition's rows; `nil` for rows outside of partitions.
  package init(_ partition: String?) {
    self.partition = partition
    prefix = partition.map { Key(Partition($0)).bytes } ?? []
  }

  /// Creates the location of the row with a stored key.
  package init(ofRowAt key: Span<UInt8>) {
    var reader = KeyReader(key)
    // A key without a partition as its first component belongs to no partition.
    self.init(try? reader.read(Partition.self).name)
  }

  /// Passes the bytes of the stored key for a row's own key to `body`.
  ///
  /// - Throws: One of these errors:
  ///   - `StoreError` with `keyFormatMismatch` if the key is raw or begins with a partition, or
  ///     `keyEmpty` if the key is empty.
  ///   - Any error that `body` throws.
  package func withKey<R>(_ key: some KeyConvertible, _ body: (Span<UInt8>) throws -> R) throws -> R
  {
    var buffer = KeyBuffer()
    try encode(key, into: &buffer)
    return try body(buffer.bytes)
  }

  /// Appends the bytes of the stored key for a row's own key to an empty buffer.
  ///
  /// - Throws: `StoreError` with `keyFormatMismatch` if the key is raw or begins with a partition,
  ///   or `keyEmpty` if the key is empty.
  @inline(__always)
  func encode(_ key: some KeyConvertible, into buffer: inout KeyBuffer) throws(StoreError) {
    guard key.keyFormat == .tuple else { throw StoreError(.keyFormatMismatch) }
    if !prefix.isEmpty { buffer.append(prefix.span) }
    key.encodeKey(into: &buffer)
    let bytes = buffer.bytes
    guard bytes.count > prefix.count else { throw StoreError(.keyEmpty) }
    guard bytes[prefix.count] != RowLocation.partitionCode else {
      throw StoreError(
        .keyFormatMismatch, context: "a key inside a partition must not begin with a partition")
    }
  }

  /// Returns the stored key of a row, for the row's own key.
  package func rowKey(_ key: some KeyConvertible) throws -> RowKey {
    try withKey(key) { RowKey(bytes: $0.copied(), format: .tuple) }
  }

  /// Converts a range of rows' own keys to the range of the stored keys.
  package func range(_ range: KeyRange) -> KeyRange {
    if prefix.isEmpty { return outside(range) }
    return KeyRange(
      lower: range.lower.behind(prefix) ?? .included(prefix),
      // No component begins with the byte 0xFF, so the bound is after all keys of the partition.
      upper: range.upper.behind(prefix) ?? .excluded(prefix + [0xFF]))
  }

  /// Returns a range without the rows of partitions, which sort after all other rows.
  private func outside(_ range: KeyRange) -> KeyRange {
    let end = [RowLocation.partitionCode]
    if let upper = range.upper.bytes, upper.span.byteOrder(end.span) < 0 { return range }
    return KeyRange(lower: range.lower, upper: .excluded(end))
  }

  /// The byte that begins the stored key of each row in a partition, and no other stored key.
  ///
  /// `Docs/Format/Keys.md` specifies the byte.
  private static let partitionCode: UInt8 = 0x50

  /// The range of the stored keys of all rows in partitions.
  static let partitions = KeyRange(lower: .included([partitionCode]))

  /// Returns whether a stored key is at this location.
  func contains(_ bytes: Span<UInt8>) -> Bool {
    prefix.isEmpty
      ? bytes.isEmpty || bytes[0] != RowLocation.partitionCode : bytes.starts(with: prefix.span)
  }

  /// Decodes a row's own key from the bytes of its stored key.
  ///
  /// - Throws: `StoreError` with `invalidKey` if the key is not of type `K`.
  package func key<K: KeyElement>(
    _ bytes: Span<UInt8>, as type: K.Type, of collection: String
  ) throws -> K {
    do throws(KeyError) {
      return try K.decodeKey(bytes.extracting(droppingFirst: prefix.count))
    } catch {
      throw StoreError.reading(error, collection: collection, at: "key \(key(bytes))")
    }
  }

  /// Returns a row's own key from the bytes of its stored key, for keys of any type.
  package func key(_ bytes: Span<UInt8>) -> RowKey {
    RowKey(bytes: bytes.extracting(droppingFirst: prefix.count).copied(), format: .tuple)
  }
}

extension KeyRange.Bound {
  /// Returns the bound with a prefix before its bytes, or `nil` if the bound is `.unbounded`.
  fileprivate func behind(_ prefix: [UInt8]) -> Self? {
    switch self {
    case .unbounded: nil
    case .included(let bytes): .included(prefix + bytes)
    case .excluded(let bytes): .excluded(prefix + bytes)
    }
  }
}

extension WriteAccess {
  /// Deletes all rows at a location, and returns the number of deleted rows.
  ///
  /// - Complexity: O(k log n + size of the rows) for k deleted rows of n. O(p) for p pages of rows
  ///   and indexes if the collection has neither partitions nor blobs.
  func deleteAll(in place: RowLocation) throws -> Int {
    let isAll = try place.partition == nil && !RowLocation.hasPartitions(in: reading)
    return try delete(isAll ? .all : place.range(.all))
  }
}

extension RowLocation {
  /// Returns the number of rows at the location.
  ///
  /// - Complexity: O(k) for k rows in the partition. Outside of partitions, O(m) for m rows in all
  ///   partitions.
  func count(in access: CollectionAccess) throws -> Int {
    if partition != nil { return try Self.count([range(.all)], in: access) }
    if access.keyFormat == .raw { return try access.count() }
    return try access.count() - Self.count([Self.partitions], in: access)
  }

  /// Returns whether any row is in a partition.
  ///
  /// Raw keys have no partitions, so they can begin with the byte that marks a partition.
  static func hasPartitions(in access: CollectionAccess) throws -> Bool {
    if access.keyFormat == .raw { return false }
    // Only keys of rows in partitions are at or after the code.
    return try access.hasRow(atLeast: [partitionCode].span)
  }

  /// Returns the names of the partitions that have rows, in key order.
  package static func partitions(in access: CollectionAccess) throws -> [String] {
    var names: [String] = []
    var range = partitions
    while true {
      var found: Partition?
      try access.scan(range, limit: 1, as: .stored) { row in
        var reader = KeyReader(row.keyBytes)
        found = try reader.read(Partition.self)
        return .stop
      }
      guard let found else { return names }
      names.append(found.name)
      range = KeyRange(lower: .included(Key(found).bytes + [0xFF]))
    }
  }

  /// Returns the number of rows in ranges of stored keys, or `most` if the ranges have more rows.
  static func count(
    _ ranges: [KeyRange], upTo most: Int = .max, in access: CollectionAccess
  ) throws -> Int {
    var count = 0
    for range in ranges where count < most {
      try access.scan(range, limit: most - count, as: .stored) { _ in
        count += 1
        return .next
      }
    }
    return count
  }

  /// Passes the content of a row to `body`, and returns the result; `nil` if no row has the key.
  @inline(__always)
  func withRow<R>(
    at key: some KeyConvertible, in access: CollectionAccess, wantsValue: Bool = true,
    _ body: (borrowing RowValue) throws -> R
  ) throws -> R? {
    try withKey(key) { key in
      var result: R?
      _ = try access.withRow(key, .tuple, wantsValue: wantsValue) { result = try body($0) }
      return result
    }
  }

  /// Calls `body` with each stored key and the row at the key, or with `nil` for a missing row.
  ///
  /// - Throws: The errors of ``withKey(_:_:)``, of reading a row, and of `body`.
  func forEachRow(
    at keys: some Sequence<some KeyConvertible>, in access: CollectionAccess,
    _ body: (Span<UInt8>, RowValue?) throws -> Void
  ) throws {
    var group = KeyList()
    for key in keys {
      if group.count == KeyList.groupSize {
        try group.forEachRow(in: access, body)
        group.removeAll()
      }
      try withKey(key) { group.append($0) }
    }
    try group.forEachRow(in: access, body)
  }
}
