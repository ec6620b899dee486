/// The known damage of a collection's rows.
enum RowDamage {
  case none
  /// Some rows are damaged, and all other rows are readable.
  ///
  /// A missing key can be the key of a damaged row.
  case damagedRows
  /// Some rows are missing or outdated, and the check does not know which rows.
  case unknownRows
}
