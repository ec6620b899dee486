internal import LodeCoding
internal import LodeStore

/// The conditions of a query that a scan evaluates on the fixed part of an archive, before
/// decompressing the row.
///
/// The first row shows which of the query's conditions read only the fixed part. The scan skips a
/// row that fails one of these conditions. The scan decompresses each other row, and evaluates the
/// whole condition.
struct FixedConjuncts: ~Copyable {
  private let access: CollectionAccess
  private let conjuncts: [Condition]
  private var condition: RowCondition?
  private var isChosen = false

  init(_ condition: Condition, in access: CollectionAccess) {
    self.access = access
    conjuncts = condition.conjuncts
  }

  /// Returns whether the fixed part of a row's archive shows that the query excludes the row.
  mutating func refute(_ key: Span<UInt8>, _ row: borrowing RowValue) -> Bool {
    if !isChosen { choose(key, row) }
    return condition?.isRefuted(byFixedPart: row, key: key, in: access) ?? false
  }

  private mutating func choose(_ key: Span<UInt8>, _ row: borrowing RowValue) {
    isChosen = true
    let fixed = conjuncts.filter { conjunct in
      guard var condition = try? RowCondition(conjunct) else { return false }
      return condition.readsOnlyFixedPart(row, in: access)
    }
    condition = fixed.isEmpty ? nil : try? RowCondition(.and(fixed))
  }
}
