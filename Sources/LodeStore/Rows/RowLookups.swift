public import LodeCoding
internal import LodeLMDB

// Lookups of several keys. One search finds the rows of a group of keys, because a search for each
// key would wait for the memory at each page.
extension CollectionAccess {
  /// Calls `body` with each key and its checked row, or with `nil` for a missing row.
  ///
  /// The content of a row is the same as in ``withRow(_:_:wantsValue:_:)``. For a row that
  /// `skipped` counts, `body` gets `nil`.
  @inlinable
  package func forEachRow(
    at keys: some Sequence<some KeyConvertible>,
    _ body: (Span<UInt8>, RowValue?) throws -> Void
  ) throws {
    var group = KeyList()
    for key in keys {
      if group.count == KeyList.groupSize || group.format != key.keyFormat {
        try forEachRow(at: group, body)
        group.removeAll()
        group.format = key.keyFormat
      }
      key.withKeyBytes { group.append($0) }
    }
    try forEachRow(at: group, body)
  }

  /// Calls `body` with each key of a group and its checked row, or with `nil` for a missing row.
  @inlinable
  package func forEachRow(
    at group: KeyList, _ body: (Span<UInt8>, RowValue?) throws -> Void
  ) throws {
    try scanRows(at: group) { key, row in
      try body(key, row)
      return .next
    } otherwise: { key, _ in
      try body(key, nil)
    }
  }

  /// Calls `body` with each key of a group and its checked row, until `body` returns `.stop`.
  ///
  /// The keys are from an index, so a missing row is damage in a read, as in
  /// ``withFoundRow(_:_:)``.
  ///
  /// - Returns: `.stop` if `body` returned `.stop`, otherwise `.next`.
  package func scanFoundRows(
    at group: KeyList, _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep {
    try scanFoundRows(at: group, with: DecompressedRows(), body)
  }

  /// Calls `body` like ``scanFoundRows(at:_:)``, with values that a helper thread has decompressed.
  func scanFoundRows(
    at group: KeyList, with ahead: DecompressedRows,
    _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep {
    var last = IterationStep.next
    try scanRows(at: group, with: ahead) { key, row in
      last = try body(key, row)
      return last
    } otherwise: { key, isSkipped in
      if !isSkipped { try checkFoundRow(key) }
    }
    return last
  }

  /// Calls `body` with each key of a group and its checked row, until `body` returns `.stop`.
  ///
  /// For a missing row, and for a row that `skipped` counts, the method calls `otherwise`. The
  /// arguments are the key, and whether `skipped` counts the row.
  @usableFromInline
  func scanRows(
    at group: KeyList, _ body: (Span<UInt8>, RowValue) throws -> IterationStep,
    otherwise: (Span<UInt8>, _ isSkipped: Bool) throws -> Void
  ) throws {
    try scanRows(at: group, with: DecompressedRows(), body, otherwise: otherwise)
  }

  /// Calls the closures like ``scanRows(at:_:otherwise:)``, with values that a helper thread has
  /// decompressed.
  private func scanRows(
    at group: KeyList, with ahead: DecompressedRows,
    _ body: (Span<UInt8>, RowValue) throws -> IterationStep,
    otherwise: (Span<UInt8>, _ isSkipped: Bool) throws -> Void
  ) throws {
    if try scanRows(foundTogether: group, with: ahead, body, otherwise) { return }
    for place in 0..<group.count {
      let key = group[place]
      var step: IterationStep?
      let exists = try withRow(key, group.format) { row in step = try body(key, row) }
      if step == .stop { return }
      if step == nil { try otherwise(key, exists) }
    }
  }

  /// Passes the rows of a group to the closures, and finds all rows with one search.
  ///
  /// Returns `false`, and calls no closure, if each key needs its own search.
  private func scanRows(
    foundTogether group: KeyList, with ahead: DecompressedRows,
    _ body: (Span<UInt8>, RowValue) throws -> IterationStep,
    _ otherwise: (Span<UInt8>, _ isSkipped: Bool) throws -> Void
  ) throws -> Bool {
    guard group.count > 1, group.longest < StoredKey.byteCount, let info,
      info.keyFormat == group.format
    else { return false }
    try info.checkReadable()
    var isStopped = false
    var buffer = RowBuffer(ahead: ahead)
    return try handle.get(group.bytes.span, ends: group.ends.span, in: info.table) {
      place, bytes in
      if isStopped { return }
      let key = group[place]
      var step: IterationStep?
      if let bytes {
        let record = try info.record(bytes, at: key)
        try reader.pass(record, at: key, of: info, as: .migrated, into: &buffer) { row in
          step = try body(key, row)
        }
      } else {
        try info.checkAbsence(of: key)
      }
      isStopped = step == .stop
      if step == nil { try otherwise(key, bytes != nil) }
    }
  }
}
