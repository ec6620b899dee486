extension SalvageFile {
  /// The age of a leaf page that a scan found.
  package enum Age: Comparable {
    /// The page is not free, so the page belongs to the last commit.
    case current
    /// The last commit freed the page.
    case previous
    /// The page was free before the last commit, or lies after the commit's last page.
    ///
    /// If the list of free pages is lost, every page has this age.
    case unknown
  }

  /// Calls `body` with the entries of leaf pages, in the order of the pages in the file.
  ///
  /// The scan follows no tree, so the scan also finds leaves below damaged branches.
  ///
  /// - Parameters:
  ///   - includesFree: Whether the scan reads pages of the age `unknown`. The entries of these
  ///     pages are usually outdated or deleted. If the list of free pages is lost, the scan always
  ///     reads these pages.
  ///   - isCurrent: `true` to read only pages of the age `current`, `false` to read only pages of
  ///     another age, or `nil` to read pages of any age.
  ///   - body: Receives each entry, and the age of its page.
  /// - Complexity: O(p) for p pages of the file.
  package func scan(
    includesFree: Bool = false, isCurrent: Bool? = nil,
    _ body: (SalvagedEntry, Age) throws -> Void
  ) rethrows {
    let free = freePages()
    var end = pageCount
    // Pages after the last page belong to no commit. If a meta page is lost, `meta` can describe an
    // earlier commit, so the scan continues to the end of the file.
    if hasBothMetas, let meta, meta.lastPage < end { end = meta.lastPage + 1 }
    for number in 2..<max(end, 2) {
      let age = free?.age(of: number) ?? .unknown
      if free != nil, age == .unknown, !includesFree { continue }
      if let isCurrent, isCurrent != (age == .current) { continue }
      guard let page = page(number) else { continue }
      let header = PageHeader(page)
      guard header.pageNumber == number, header.flags == PageHeader.leaf else { continue }
      for node in readableNodes(of: page) {
        try body(entry(node, in: page, number, isInPlace: false), age)
      }
    }
  }

  /// Calls `body` with the entries of one leaf page; does nothing if the page cannot be read.
  package func entries(ofLeaf number: UInt64, _ body: (SalvagedEntry) throws -> Void) rethrows {
    guard let page = page(number) else { return }
    for node in readableNodes(of: page) {
      try body(entry(node, in: page, number, isInPlace: false))
    }
  }

  /// The free pages of the last commit.
  private struct FreePages {
    /// The pages that the last commit freed.
    var replaced: PageSet
    /// The pages that were free before the last commit.
    var older: PageSet
    /// The last page of the last commit.
    let last: UInt64

    func age(of number: UInt64) -> Age {
      if number > last || older.contains(number) { return .unknown }
      return replaced.contains(number) ? .previous : .current
    }
  }

  /// Reads the list of free pages; returns `nil` without a meta page, or if the list is damaged.
  private func freePages() -> FreePages? {
    guard let meta else { return nil }
    var free = FreePages(
      replaced: PageSet(upTo: pageCount), older: PageSet(upTo: pageCount), last: meta.lastPage)
    var isSound = true
    let gaps = walk(SalvagedTree(meta.freeList)) { entry in
      guard case .bytes(let list) = entry.value, entry.key.count == 8, entry.isInPlace,
        let numbers = Self.pageNumbers(list, last: meta.lastPage)
      else {
        isSound = false
        return
      }
      let isNewest = PageBytes(entry.key).uint64(at: 0) == meta.transaction
      for number in numbers where number < pageCount {
        let isNew =
          isNewest
          ? free.replaced.insert(first: number) : free.older.insert(first: number)
        if !isNew { isSound = false }
      }
    }
    return isSound && gaps.isEmpty ? free : nil
  }

  /// Returns the page numbers of a free list, or `nil` if the list is damaged.
  private static func pageNumbers(_ list: [UInt8], last: UInt64) -> [UInt64]? {
    let bytes = PageBytes(list)
    guard bytes.count >= 8, bytes.uint64(at: 0) <= UInt64(bytes.count / 8 - 1) else { return nil }
    var numbers: [UInt64] = []
    for index in 0..<Int(bytes.uint64(at: 0)) {
      let number = bytes.uint64(at: 8 + 8 * index)
      guard number >= 2, number <= numbers.last.map({ $0 - 1 }) ?? last else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
