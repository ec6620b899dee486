extension FullCheck {
  /// Checks every page, and continues after a damaged table.
  ///
  /// - Returns: The first damage of each damaged table.
  /// - Throws: `FileDamage` for damage that is not in the pages of a named table.
  static func runApart(_ source: Source) throws(FileDamage) -> [FileDamage] {
    let (meta, report) = try QuickCheck(source: source).run()
    var check = FullCheck(
      source: source, meta: meta, fileSize: report.fileSize, largeTree: Self.manyPages)
    check.tableDamage = []
    _ = try check.walk(meta.mainTable, .mainTable)
    _ = try check.walk(meta.freeList, .freeList)
    return check.tableDamage ?? []
  }

  /// Checks a table with a separate set of claimed pages.
  ///
  /// The pages of a damaged table remain unclaimed, because its branches may name pages of other
  /// tables.
  mutating func walkApart(_ record: TreeRecord, name: String) throws(FileDamage) {
    var apart = FullCheck(source: source, meta: meta, fileSize: fileSize, largeTree: largeTree)
    do throws(FileDamage) {
      _ = try apart.walk(record, .table, name: name)
    } catch {
      damagedPages += apart.claimed.count
      // Many damaged tables can name the same pages, so limit the total number of visits.
      guard error.isOfPages, error.table == name, damagedPages <= meta.lastPage else {
        throw error
      }
      tableDamage?.append(error)
      return
    }
    if let page = claimed.insert(apart.claimed) {
      throw FileDamage(.treeDamaged, "the page is used twice", page: page, table: name)
    }
  }
}

extension FileDamage {
  /// Whether the pages of one tree contradict each other or the tree's record.
  fileprivate var isOfPages: Bool {
    [.pageDamaged, .treeDamaged, .countMismatch].contains(code)
  }
}
