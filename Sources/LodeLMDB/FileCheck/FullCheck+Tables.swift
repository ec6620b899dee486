extension FullCheck {
  /// Checks every page in use, and continues after a damaged table.
  ///
  /// - Returns: The first damage of each damaged table.
  /// - Complexity: O(p) for p pages in use.
  /// - Throws: `FileDamage` in one of these cases:
  ///   - The quick check fails.
  ///   - The main table or the list of free pages is damaged.
  ///   - Two tables use the same page.
  ///   - The file ends before a page in use, or the system does not read the file.
  ///   - A table has sorted duplicates.
  ///   - The walks of damaged tables visit more pages than the file has.
  static func runApart(_ source: Source) throws(FileDamage) -> [FileDamage] {
    var check = try FullCheck(source, largeTree: Self.manyPages)
    check.tableDamage = []
    _ = try check.walk(check.meta.mainTable, .mainTable)
    _ = try check.walk(check.meta.freeList, .freeList)
    return check.tableDamage ?? []
  }

  /// Checks a table with a separate set of claimed pages.
  ///
  /// The pages of a damaged table remain unclaimed, because the table's branches may name pages of
  /// other tables.
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
