internal import LodeCoding
internal import LodeLMDB

/// A check of one collection in one snapshot: the checksums of the rows, the archives, and the
/// index entries.
///
/// A check of a whole collection also finds missing rows and index entries without a row, and
/// checks counting and full-text indexes.
struct RowScrub: ~Copyable {
  /// The rows that one step has checked.
  struct Part {
    var rows = 0
    var bytes = 0
    /// The last table key (``TableKey``) of the step, or `nil` if the step reached the end of the
    /// collection.
    var last: [UInt8]?
  }

  private let info: CollectionRuntime
  private let catalog: Catalog
  private let table: CatalogTable
  private let isWhole: Bool
  private let indexes: [IndexRuntime]
  private let verifications: [IndexVerification]
  private var check: RowCheck
  private var buffer = RowBuffer()
  private var sum: UInt64 = 0
  private var damagedRows = 0
  private var firstProblem: String?

  init(
    _ info: CollectionRuntime, of store: StoreCore, in catalog: Catalog, _ table: CatalogTable,
    isWhole: Bool
  ) {
    self.info = info
    self.catalog = catalog
    self.table = table
    self.isWhole = isWhole
    check = RowCheck(
      info, owners: catalog.owners(of: info.name), table.transaction, catalog.schemas)
    indexes = info.indexes.filter { index in
      !index.table.isRefused && (isWhole || store.indexKind(of: index.definition).hasRowEntries)
    }
    verifications = indexes.map {
      IndexVerification(
        $0, of: info, table.transaction, catalog.schemas, store.indexKind(of: $0.definition))
    }
  }

  /// Checks the rows after a table key, until the step has read `bytes` bytes or has run for
  /// `seconds` seconds.
  ///
  /// - Throws: ``StoreError`` with `damaged` if LMDB finds a damaged page.
  mutating func step(after key: [UInt8], bytes limit: Int, seconds: Double) throws(StoreError)
    -> Part
  {
    let start = ContinuousClock.now
    let (handle, info) = (table.transaction, info)
    var blobs = BlobCheck(blobTable)
    let cursor = try storeErrors(collection: info.name) { () throws(LMDBError) in
      try CursorHandle(handle, over: info.table.place)
    }
    defer { cursor.close() }
    var part = Part()
    var next: [UInt8]? = key.isEmpty ? [] : key + [0]
    while let row = try cursor.step(from: next, collection: info.name) {
      next = nil
      part.rows += 1
      part.bytes += row.key.count + row.value.count
      note(check.run(row, verifications, &blobs, &buffer))
      let isLate =
        part.rows % 16 == 0 && ContinuousClock.now - start > .seconds(min(seconds, 3600))
      if part.bytes >= limit || isLate {
        part.last = row.key.copied()
        break
      }
    }
    return part
  }

  /// The blob table, or `nil` if the rows are the rows of the blob table.
  private var blobTable: BlobTable? {
    guard let blobs = catalog.schemas.blobs, blobs.id != info.id else { return nil }
    return BlobTable(handle: table.transaction, info: blobs)
  }

  private mutating func note(_ finding: RowCheck.Finding) {
    switch finding {
    case .damaged(let row): note(row.problem)
    case .problem(let problem): note(problem)
    case .sound(_, let rowSum, let foreign):
      sum &+= rowSum
      if let foreign { note(foreign.problem) }
    }
  }

  private mutating func note(_ problem: String) {
    damagedRows += 1
    if firstProblem == nil { firstProblem = problem }
  }

  /// Returns the findings about the checked rows.
  ///
  /// - Parameter atEnd: Whether the last row of the collection was checked.
  func findings(atEnd: Bool) -> [StoreHealth.Damage] {
    if let firstProblem {
      // If a row is damaged, the comparisons with the indexes and with the recorded sum of the
      // checksums also fail.
      return [
        .init(
          .rows, firstProblem, table: CollectionRecord.tableName(info.id), collection: info.name,
          rows: damagedRows)
      ]
    }
    let isComplete = atEnd && isWhole
    var findings = zip(indexes, verifications).compactMap { finding($0, $1, isComplete) }
    if isComplete, (try? table.sum(of: info.id)) != sum {
      findings.append(
        .init(
          .rows, "rows are missing, or older than the last write",
          table: CollectionRecord.tableName(info.id), collection: info.name))
    }
    return findings
  }

  private func finding(
    _ index: IndexRuntime, _ verification: IndexVerification, _ isComplete: Bool
  ) -> StoreHealth.Damage? {
    let missing = verification.missing
    var problem: String?
    if isComplete {
      problem = verification.problem()
    } else if !verification.isUnknown && missing > 0 {
      problem = "\(missing) \(missing == 1 ? "entry is" : "entries are") missing"
    }
    guard let problem else { return nil }
    var finding = StoreHealth.Damage(
      .index, problem, table: CollectionRecord.tableName(index.id), collection: info.name,
      index: index.name)
    finding.missingEntries = missing
    if isComplete { finding.surplusEntries = verification.surplus }
    return finding
  }
}

extension StoreHealth.Damage {
  /// The kind and the table, which together identify a finding.
  var identity: String { "\(kind.rawValue) \(table)" }

  /// Returns the finding, with the counts of an earlier finding added.
  func adding(_ earlier: Self) -> Self {
    var sum = self
    sum.problem = earlier.problem
    sum.rows += earlier.rows
    sum.missingEntries += earlier.missingEntries
    sum.surplusEntries += earlier.surplusEntries
    return sum
  }
}

extension Catalog {
  /// Returns a finding about a table, with the names of the collection and the index.
  func damage(
    _ kind: StoreHealth.Damage.Kind, _ problem: String, ofTable table: String
  ) -> StoreHealth.Damage {
    func isTable(_ id: UInt32) -> Bool { CollectionRecord.tableName(id) == table }
    for info in collections.values {
      if !info.table.isShared, isTable(info.id) {
        return .init(kind, problem, table: table, collection: info.name)
      }
      for index in info.indexes where isTable(index.id) {
        return .init(kind, problem, table: table, collection: info.name, index: index.name)
      }
    }
    var problem = problem
    if let shared, isTable(shared.id) { problem = "the table of small collections: \(problem)" }
    if let blobs = schemas.blobs, isTable(blobs.id) { problem = "the table of blobs: \(problem)" }
    return .init(kind, problem, table: table, collection: nil)
  }
}
