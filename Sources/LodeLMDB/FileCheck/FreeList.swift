/// The state of reading one list of free pages.
///
/// LMDB keeps one list for each transaction that freed pages. A list is a count, then page numbers
/// in descending order. The count and each number take 8 bytes. LMDB reserves the list before its
/// final length is known, so bytes after the last number have no meaning.
struct FreeList {
  /// The length of the list, in bytes.
  let valueCount: Int
  /// The page that holds the list, for messages.
  let page: UInt64
  /// The number of unread page numbers; `nil` before the count is read.
  var remaining: UInt64?
  /// The last page number read; `UInt64.max` before the first page number.
  var previous = UInt64.max
}

extension FullCheck {
  /// Checks that the key of a free list is the number of a committed transaction, and updates
  /// `newestFreeing`.
  mutating func checkFreeKey(_ node: Node, _ page: PageBytes, _ number: UInt64) throws(FileDamage) {
    // In bounds: `PageCheck` has checked that the key has 8 bytes.
    let transaction = page.uint64(at: node.key.lowerBound)
    guard transaction >= 1, transaction <= meta.transaction else {
      throw FileDamage(
        .freeListDamaged, "pages are freed by transaction \(transaction) of \(meta.transaction)",
        page: number)
    }
    newestFreeing = max(newestFreeing, transaction)
  }

  /// Reads a list on overflow pages in blocks of 64 KiB, and claims the listed pages.
  mutating func readFreeList(_ list: FreeList) throws(FileDamage) {
    var list = list
    var offset = list.page * UInt64(pageSize) + UInt64(PageHeader.byteCount)
    var rest = list.valueCount
    repeat {
      let bytes = try source.bytes(at: offset, count: min(rest, 1 << 16))
      guard bytes.count == min(rest, 1 << 16) else { throw truncated(list.page) }
      try takeNumbers(of: &list, bytes, 0..<bytes.count)
      offset += UInt64(bytes.count)
      rest -= bytes.count
    } while rest > 0 && list.remaining != 0
  }

  /// Claims the pages whose numbers are in a range of bytes; the range contains only whole numbers.
  ///
  /// The first call for a list also reads the count.
  mutating func takeNumbers(
    of list: inout FreeList, _ bytes: PageBytes, _ range: Range<Int>
  ) throws(FileDamage) {
    guard list.valueCount >= 8, list.valueCount % 8 == 0 else {
      throw fault(list, "a list of free pages has \(list.valueCount) bytes")
    }
    var offset = range.lowerBound
    if list.remaining == nil {
      let count = bytes.uint64(at: offset)
      guard count <= UInt64(list.valueCount / 8 - 1) else {
        throw fault(list, "\(count) free pages are listed in \(list.valueCount) bytes")
      }
      list.remaining = count
      offset += 8
    }
    var remaining = list.remaining ?? 0
    while remaining > 0, offset < range.upperBound {
      let number = bytes.uint64(at: offset)
      guard number < list.previous else { throw fault(list, "the free pages are not in order") }
      try claim(first: number, count: 1, .freeListDamaged)
      list.previous = number
      freePages += 1
      remaining -= 1
      offset += 8
    }
    list.remaining = remaining
  }

  private func fault(_ list: FreeList, _ message: String) -> FileDamage {
    FileDamage(.freeListDamaged, message, page: list.page)
  }
}
