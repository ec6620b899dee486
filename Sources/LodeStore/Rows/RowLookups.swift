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
        try group.forEachRow(in: self, body)
        group.removeAll()
        group.format = key.keyFormat
      }
      key.withKeyBytes { group.append($0) }
    }
    try group.forEachRow(in: self, body)
  }
}

extension KeyList {
  /// Calls `body` with each key and its checked row, or with `nil` for a missing row.
  @inlinable
  package func forEachRow(
    in access: CollectionAccess, _ body: (Span<UInt8>, RowValue?) throws -> Void
  ) throws {
    try scanRows(in: access) { key, row in
      try body(key, row)
      return .next
    } otherwise: { key, _ in
      try body(key, nil)
    }
  }

  /// Finds the values of all rows with one search.
  ///
  /// Returns `nil` if each key needs its own search.
  func find(in access: CollectionAccess) -> FoundValues? {
    guard count > 1, longest < StoredKey.byteCount, let info = access.info,
      info.keyFormat == format
    else { return nil }
    return access.handle.find(bytes.span, ends: ends.span, in: info.table)
  }

  /// Calls `body` with each key and its checked row, until `body` returns `.stop`.
  ///
  /// The keys are from an index, so a missing row is damage in a read, as in
  /// ``CollectionAccess/withFoundRow(_:_:)``.
  ///
  /// - Parameter ahead: What a helper thread has found.
  /// - Returns: `.stop` if `body` returned `.stop`, otherwise `.next`.
  func scanFoundRows(
    in access: CollectionAccess, with ahead: GroupRows = GroupRows(),
    _ body: (Span<UInt8>, borrowing RowValue) throws -> IterationStep
  ) throws -> IterationStep {
    var last = IterationStep.next
    try scanRows(in: access, with: ahead) { key, row in
      last = try body(key, row)
      return last
    } otherwise: { key, isSkipped in
      if !isSkipped { try access.checkFoundRow(key) }
    }
    return last
  }

  /// Calls `body` with each key and its checked row, until `body` returns `.stop`.
  ///
  /// For a missing row, and for a row that `skipped` counts, the method calls `otherwise`. The
  /// arguments are the key, and whether `skipped` counts the row.
  @usableFromInline
  func scanRows(
    in access: CollectionAccess, _ body: (Span<UInt8>, RowValue) throws -> IterationStep,
    otherwise: (Span<UInt8>, _ isSkipped: Bool) throws -> Void
  ) throws {
    try scanRows(in: access, with: GroupRows(), body, otherwise: otherwise)
  }

  /// Calls the closures like ``scanRows(in:_:otherwise:)``, with the rows that a helper thread has
  /// found.
  func scanRows(
    in access: CollectionAccess, with ahead: GroupRows,
    _ body: (Span<UInt8>, RowValue) throws -> IterationStep,
    otherwise: (Span<UInt8>, _ isSkipped: Bool) throws -> Void
  ) throws {
    if try scanTogether(in: access, with: ahead, body, otherwise) { return }
    for place in 0..<count {
      let key = self[place]
      var step: IterationStep?
      let exists = try access.withRow(key, format) { row in step = try body(key, row) }
      if step == .stop { return }
      if step == nil { try otherwise(key, exists) }
    }
  }

  /// Passes the rows to the closures, and finds all rows with one search.
  ///
  /// Returns `false`, and calls no closure, if each key needs its own search.
  private func scanTogether(
    in access: CollectionAccess, with ahead: GroupRows,
    _ body: (Span<UInt8>, RowValue) throws -> IterationStep,
    _ otherwise: (Span<UInt8>, _ isSkipped: Bool) throws -> Void
  ) throws -> Bool {
    guard let info = access.info, let found = ahead.found ?? find(in: access) else { return false }
    try info.checkReadable()
    let reader = access.reader
    var isStopped = false
    var buffer = RowBuffer(ahead: ahead.decompressed)
    try reader.handle.pass(found) { place, bytes in
      if isStopped { return }
      let key = self[place]
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
    return true
  }
}
