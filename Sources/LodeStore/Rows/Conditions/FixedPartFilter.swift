internal import LodeCoding

/// The part of a condition that a scan evaluates on the fixed part of an archive, before the scan
/// decompresses the row.
///
/// The fixed part is the beginning of an archive, which compression leaves plain. The first row
/// shows which conjuncts of the condition read only the fixed part. A row that fails one of these
/// conjuncts does not match the condition. For each row that passes the filter, the caller must
/// evaluate the whole condition.
struct FixedPartFilter: ~Copyable {
  private let access: CollectionAccess
  private let conjuncts: [Condition]
  private var condition: RowCondition?
  private var isChosen = false

  /// Creates a filter, or returns `nil` for a condition that is always true.
  init?(_ condition: Condition, in access: CollectionAccess) {
    let conjuncts = condition.conjuncts
    if conjuncts.isEmpty { return nil }
    self.access = access
    self.conjuncts = conjuncts
  }

  /// Returns whether the fixed part of a compressed archive shows that the row does not match.
  mutating func excludes(_ record: borrowing RowRecord, key: Span<UInt8>) -> Bool {
    guard record.header.isCompressed, record.header.type == .archive,
      let fixed = BlockHeader.plainBytes(of: record.stored)
    else { return false }
    let row = RowValue(record, value: fixed)
    if !isChosen { choose(row) }
    return condition?.isRefuted(byFixedPart: row, key: key, in: access) ?? false
  }

  private mutating func choose(_ row: borrowing RowValue) {
    isChosen = true
    let fixed = conjuncts.filter { conjunct in
      guard var condition = try? RowCondition(conjunct) else { return false }
      return condition.readsOnlyFixedPart(row, in: access)
    }
    condition = fixed.isEmpty ? nil : try? RowCondition(.and(fixed))
  }
}
