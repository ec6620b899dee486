import Foundation
internal import LodeLMDB
import Synchronization

/// One pass of the scrubber: the pages of all tables, and then the rows of all collections.
///
/// The pass has short parts with pauses, and several parts can read one snapshot. The pass ends its
/// snapshot early if other work needs exclusive access to the environment.
struct ScrubPass {
  let core: StoreCore
  private let pace: ScrubPace
  private let rest: (Double) -> Bool
  var position: ScrubRecord.Position
  /// The fraction of the store that the pass has checked.
  private var fraction = 0.0
  /// Whether the pass must end before its last part.
  private var isInterrupted = false
  /// The pause that is due, in seconds.
  private var due = 0.0
  private var heldSince = ContinuousClock.now
  private var savedAt = ContinuousClock.now
  private var partCount = 0
  /// The number of consecutive snapshots without a matching meta page, the page that describes a
  /// commit.
  private var missedSnapshots = 0
  private static let mostMissedSnapshots = 100
  /// The number of the newest commit after the last part.
  private var lastCommit: UInt64 = 0

  /// Creates a pass that begins at the recorded position.
  ///
  /// - Parameter rest: Waits for a number of seconds, and returns whether the pass can continue.
  init(_ core: StoreCore, _ pace: ScrubPace, rest: @escaping (Double) -> Bool) {
    self.core = core
    self.pace = pace
    self.rest = rest
    position = core.health.record.position ?? .init()
  }

  /// Runs the pass until the end or an interruption.
  mutating func run() {
    while !isInterrupted {
      if due > 0 {
        if !rest(due) { return }
        due = 0
      }
      do {
        if try checkSnapshot() {
          core.health.finishPass(at: Date())
          return
        }
      } catch {
        // The store is closed or cannot be read. The next opening continues the pass.
        return
      }
    }
  }

  /// Checks parts in one snapshot, and returns whether the pass is finished.
  private mutating func checkSnapshot() throws -> Bool {
    let (handle, snapshot) = try core.beginRead()
    defer { core.environment.endRead(handle) }
    heldSince = .now
    lastCommit = handle.id
    if position.step == .pages {
      guard checkPages(handle, snapshot.catalog) else { return false }
      position.step = .rows
      position.table = ""
      position.key = nil
    }
    // With damaged pages of the catalog, decoding rows would be unsafe.
    if core.health.refusesWrites.load(ordering: .relaxed) { return true }
    guard try checkRows(handle, snapshot) else { return false }
    settleDroppedTables(snapshot.catalog)
    return true
  }

  // MARK: Pages

  /// Checks the pages of the next tables, and returns whether all tables are checked.
  private mutating func checkPages(_ handle: TransactionHandle, _ catalog: Catalog) -> Bool {
    let environment = core.environment
    do throws(FileDamage) {
      guard var check = try environment.snapshotCheck(of: handle) else {
        // If the meta page is damaged, the next opening reports the damage.
        missedSnapshots += 1
        if missedSnapshots >= Self.mostMissedSnapshots { isInterrupted = true }
        due = 0.01
        return false
      }
      missedSnapshots = 0
      return try checkPages(&check, handle, catalog)
    } catch {
      if error.code == .unreadable {
        isInterrupted = true
        return false
      }
      // Without the main table, the pass cannot find the other tables.
      note(error, table: DamagedTable.main, catalog)
      return true
    }
  }

  private mutating func checkPages(
    _ check: inout SnapshotCheck, _ handle: TransactionHandle, _ catalog: Catalog
  ) throws(FileDamage) -> Bool {
    let total = Double(max(1, check.byteCount))
    // Each snapshot has its own free list.
    due += pace.pause(after: checkFreeList(&check, catalog), inUse: true)
    while true {
      if position.key == nil {
        guard let next = try check.table(after: position.table) else {
          settlePages(of: DamagedTable.main)
          return true
        }
        position.table = next
        position.key = Data()
      }
      let bytes = try checkPart(&check, catalog)
      position.bytes += bytes
      fraction = min(1, Double(position.bytes) / total) / 2
      guard continues(after: bytes, handle) else { return false }
    }
  }

  /// Checks the list of free pages, and returns the size of the list in bytes.
  private func checkFreeList(_ check: inout SnapshotCheck, _ catalog: Catalog) -> Int {
    do throws(FileDamage) {
      let bytes = try check.checkFreeList()
      settlePages(of: DamagedTable.freeList)
      return bytes
    } catch {
      note(error, table: DamagedTable.freeList, catalog)
      return 0
    }
  }

  /// Checks the next part of the current table, and returns the size of the part in bytes.
  private mutating func checkPart(
    _ check: inout SnapshotCheck, _ catalog: Catalog
  ) throws(FileDamage) -> Int {
    do throws(FileDamage) {
      let part = try check.checkPart(
        of: position.table, from: Array(position.key ?? Data()), bytes: pace.bytes)
      position.key = part?.next.map { Data($0) }
      if position.key == nil { settlePages(of: position.table) }
      return part?.bytes ?? 0
    } catch {
      guard error.table == position.table else { throw error }
      note(error, table: position.table, catalog)
      position.key = nil
      return 0
    }
  }

  /// Records damaged pages of a table.
  ///
  /// A table with a page of the free list is outdated. If the store's own tables are outdated, all
  /// rows can be outdated.
  private func note(_ damage: FileDamage, table: String, _ catalog: Catalog) {
    note(catalog.damage(.pages, "\(damage)", ofTable: table))
    if damage.code == .freeListDamaged, DamagedTable.ofStore.contains(table),
      table != DamagedTable.freeList
    {
      note(catalog.damage(.rows, "\(damage)", ofTable: table))
    }
  }

  private func note(_ damage: StoreHealth.Damage) {
    if core.health.record.damage.contains(damage) { return }
    core.health.add(damage)
    core.applyDamageMarks()
  }

  /// Removes earlier findings about the pages of an undamaged table.
  private func settlePages(of table: String) {
    if core.health.remove(where: { $0.isOfPages && $0.table == table }) {
      core.applyDamageMarks()
    }
  }

  // MARK: Rows

  /// Checks the rows of the next collections, and returns whether all collections are checked.
  private mutating func checkRows(
    _ handle: TransactionHandle, _ snapshot: CatalogSnapshot
  ) throws -> Bool {
    let catalog = snapshot.catalog.marked(core.health.marks)
    // Rows can refer to blobs, so a check of rows needs the blob table.
    if catalog.schemas.blobs?.table.isRefused == true { return true }
    let collections = catalog.collectionsAndBlobs.sorted { $0.id < $1.id }
    let total = try collections.reduce(0) { count, info in
      try count + (info.table.isShared ? 0 : handle.count(info.table.place))
    }
    for info in collections {
      let place = Self.number(of: position.table)
      if info.id < place || (info.id == place && position.key == nil) { continue }
      if info.id > place || position.key == nil { position.key = Data() }
      position.table = CollectionRecord.tableName(info.id)
      if !info.table.isRefused {
        let table = CatalogTable(transaction: handle, table: snapshot.table)
        guard try checkRows(of: info, catalog, table, total) else { return false }
      }
      position.key = nil
    }
    return true
  }

  private static func number(of table: String) -> UInt32 { UInt32(table.dropFirst()) ?? 0 }

  /// Checks the rows of a collection from the position on.
  ///
  /// Returns `false` if the snapshot must end before the last row.
  private mutating func checkRows(
    of info: CollectionRuntime, _ catalog: Catalog, _ table: CatalogTable, _ total: Int
  ) throws -> Bool {
    let handle = table.transaction
    let size =
      info.table.isShared ? 0 : try handle.statistics(info.table.place).bytes
    let isWhole = position.key?.isEmpty == true && size <= pace.mostBytesOfSnapshot
    var scrub = RowScrub(info, of: core, in: catalog, table, isWhole: isWhole)
    while true {
      let part: RowScrub.Part
      do throws(StoreError) {
        part = try scrub.step(
          after: Array(position.key ?? Data()), bytes: pace.bytes, seconds: pace.seconds)
      } catch {
        if error.code != .damaged { throw error }
        report(scrub.findings(atEnd: false))
        noteDamagedRows(of: info, error, catalog)
        return true
      }
      position.key = part.last.map { Data($0) }
      position.rows += part.rows
      fraction = 0.5 + min(1, Double(position.rows) / Double(max(1, total))) / 2
      if part.last == nil {
        report(scrub.findings(atEnd: true))
        settleRows(of: info, isWhole: isWhole)
        return true
      }
      guard continues(after: part.bytes, handle) else {
        report(scrub.findings(atEnd: false))
        core.health.move(to: position, fraction: fraction)
        return false
      }
    }
  }

  /// Records a damaged page of a collection's own table, or of the shared table.
  private func noteDamagedRows(of info: CollectionRuntime, _ error: StoreError, _ catalog: Catalog)
  {
    let id = info.table.isShared ? catalog.shared?.id ?? info.id : info.id
    let damage = catalog.damage(.pages, "\(error)", ofTable: CollectionRecord.tableName(id))
    // All collections in a damaged shared table report the same damage.
    if core.health.record.damage.contains(where: { $0.isSameFinding(as: damage) }) { return }
    note(damage)
  }

  /// Records findings, and adds their counts to earlier findings of the same pass.
  private mutating func report(_ findings: [StoreHealth.Damage]) {
    for finding in findings {
      var finding = finding
      if !position.found.insert(finding.identity).inserted,
        let earlier = core.health.record.damage.first(where: { $0.isSameFinding(as: finding) })
      {
        finding = finding.adding(earlier)
      }
      note(finding)
    }
  }

  /// Removes earlier findings about a collection that this pass has not confirmed.
  ///
  /// A check in parts does not find missing rows, and not all differences of indexes.
  private func settleRows(of info: CollectionRuntime, isWhole: Bool) {
    let tables = Set(([info.id] + info.indexes.map(\.id)).map(CollectionRecord.tableName))
    let found = position.found
    let isChanged = core.health.remove { damage in
      guard damage.kind != .pages, tables.contains(damage.table) else { return false }
      return (isWhole || damage.rows > 0) && !found.contains(damage.identity)
    }
    if isChanged { core.applyDamageMarks() }
  }

  /// Removes the findings about dropped tables.
  ///
  /// The findings about pages of an emptied table stay, because a later collection or index can use
  /// the table.
  private func settleDroppedTables(_ catalog: Catalog) {
    if core.health.record.damage.isEmpty { return }
    let ids = catalog.collections.values.map(\.id) + catalog.tables.map(\.id)
    let present = Set(ids.map(CollectionRecord.tableName)).union(DamagedTable.ofStore)
    let emptied = Set(catalog.freeTables.map(CollectionRecord.tableName))
    let isChanged = core.health.remove { damage in
      if present.contains(damage.table) { return false }
      return damage.kind != .pages || !emptied.contains(damage.table)
    }
    if isChanged { core.applyDamageMarks() }
  }

  // MARK: Pauses

  /// Records the position, and pauses.
  ///
  /// Returns `false` if the snapshot must end.
  private mutating func continues(after bytes: Int, _ handle: TransactionHandle) -> Bool {
    core.health.move(to: position, fraction: fraction)
    partCount += 1
    if let parts = pace.parts, partCount >= parts {
      isInterrupted = true
      return false
    }
    if pace.bytesPerSecond == nil { return !pace.renews }
    let commit = core.published.withLock { $0.transaction }
    let inUse =
      commit != lastCommit || core.waitingWrites.load(ordering: .relaxed) > 0
      || core.environment.activeTransactions > 1
    lastCommit = commit
    due += pace.pause(after: bytes, inUse: inUse)
    if ContinuousClock.now - savedAt > .seconds(ScrubPace.saveInterval) {
      core.health.save(durably: false)
      savedAt = .now
    }
    return pauseHolding(commit == handle.id)
  }

  /// Pauses with an open snapshot.
  ///
  /// Returns `false` if the snapshot must end.
  private mutating func pauseHolding(_ isNewest: Bool) -> Bool {
    let longest = isNewest ? ScrubPace.longestHold : ScrubPace.longestHoldAfterCommit
    // The pass adds up very short pauses before it waits.
    while due >= 0.005 {
      if core.environment.isWantedAlone { return false }
      if ContinuousClock.now - heldSince > .seconds(longest) { return false }
      let wait = min(due, ScrubPace.longestWait)
      due -= wait
      if !rest(wait) {
        isInterrupted = true
        return false
      }
    }
    return !core.environment.isWantedAlone
  }
}
