internal import LodeCoding
internal import LodeLMDB

/// A comparison of an index's entries with the rows of its collection, in both directions.
///
/// Each row must have its entries, and the index must have no other entries. The `IndexVerifier` of
/// the index's kind compares the entries.
final class IndexVerification {
  private let index: IndexRuntime
  private let info: CollectionRuntime
  /// Whether the index has entries that the program cannot compute.
  let isUnknown: Bool
  private let rows: RowReader
  private let reader: FieldReader
  /// The verifier of the entries; `nil` if the index is unreadable or has no entries.
  private let verifier: (any IndexVerifier)?

  init(
    _ index: IndexRuntime, of info: CollectionRuntime, _ handle: TransactionHandle,
    _ schemas: SchemaCatalog, _ kind: any IndexKind
  ) {
    self.index = index
    self.info = info
    isUnknown = index.hasEntries && !info.canCompute(index)
    rows = RowReader(handle, schemas)
    reader = FieldReader([index], of: info, handle)
    verifier = try? kind.verifier(of: index, in: info, handle, reader)
  }

  /// Checks the entries of a row.
  ///
  /// The caller reports unreadable rows.
  func check(
    _ record: borrowing RowRecord, _ key: Span<UInt8>, _ archive: Span<UInt8>,
    at tableKey: Span<UInt8>
  ) {
    guard let verifier, record.header.type == .archive, !isUnknown, index.covers(tableKey) else {
      return
    }
    var properties: RowProperties?
    if reader.hasRowProperties {
      properties = try? RowProperties(record, key: key, info.keyFormat)
    }
    _ = rows.withIndexed(archive, at: key, of: info) { archive in
      var row = IndexedRow(
        key: key, archive: archive, schemas: rows.schemas, reader: reader, properties: properties)
      verifier.check(&row)
    }
  }

  /// The number of missing entries of the checked rows.
  var missing: Int { verifier?.missing ?? 0 }

  /// The number of entries that belong to no row, after the check of all rows.
  var surplus: Int { verifier?.surplus ?? 0 }

  /// Returns the problem of the index, or `nil`, after the check of all rows.
  func problem() -> String? {
    if isUnknown { return nil }
    let problem =
      if let verifier { verifier.problem() } else {
        index.hasEntries ? "it cannot be read" : nil
      }
    return problem.map { "\(info.name), index \(index.name): \($0)" }
  }
}
