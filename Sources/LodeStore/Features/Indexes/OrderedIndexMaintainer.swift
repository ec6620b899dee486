internal import LodeCoding

/// The maintainer of an ordered or unique index.
///
/// Each entry contains the component values and the key of a row.
final class OrderedIndexMaintainer: IndexMaintainer {
  let info: IndexRuntime
  private(set) var foundDuplicates = false
  private let table: IndexTable
  private let shape: EntryShape
  private var old = ComputedEntries()
  private var new = ComputedEntries()
  private var hasShortened = false
  /// The entries of earlier rows, in a build.
  private var runs: EntryRuns?
  private var hasLossyRuns = false

  init(
    _ info: IndexRuntime, collection: String, context: WriteSession, reader: FieldReader,
    isBuilding: Bool
  ) {
    self.info = info
    runs =
      isBuilding
      ? EntryRuns(of: info, usesHelperThreads: context.store.usesHelperThreads) : nil
    table = IndexTable(info, collection: collection, context: context)
    shape = EntryShape(info.definition, reader)
  }

  var isLossy: Bool { hasShortened || hasLossyRuns || old.isLossy || new.isLossy }

  func forget() {
    old.entries.removeAll()
    new.entries.removeAll()
  }

  func close() { table.close() }

  func note(_ row: inout IndexedRow, _ side: IndexedSide) throws {
    switch side {
    case .old: try old.add(of: &row, shape)
    case .new: try new.add(of: &row, shape)
    }
    if new.entries.fillsRun { try runs?.add(&new.entries) }
  }

  /// Adds entries of a build that a helper thread has computed.
  func add(_ runs: [EntryRun], isLossy: Bool) {
    for run in runs { self.runs?.add(run) }
    if isLossy { hasLossyRuns = true }
  }

  func writeGathered() throws {
    try runs?.add(&new.entries)
    guard let sorted = try runs?.finish() else { return }
    // Entries that are appended fill the pages of an empty table completely.
    let isEmpty = try table.isEmpty()
    if info.definition.kind == .unique, try hasDuplicates(in: sorted, andTable: !isEmpty) {
      foundDuplicates = true
    }
    try sorted.forEachEntry { (entry, run) throws(StoreError) in
      if run.key(entry).count >= StoredKey.byteCount { hasShortened = true }
      try table.put(run.key(entry), value: run.value(entry), appending: isEmpty)
    }
  }

  /// Returns whether a gathered entry without nil has the component values of another gathered
  /// entry, or of an entry of the table.
  private func hasDuplicates(in runs: [EntryRun], andTable: Bool) throws(StoreError) -> Bool {
    var last: [UInt8] = []
    var found = false
    try runs.forEachEntry { (entry, run) throws(StoreError) in
      if found || entry.hasNil { return }
      if !last.isEmpty, IndexEntry.hasParts(last.span, run.key(entry)) { found = true }
      if andTable, try table.row(withParts: run.parts(entry)) != nil { found = true }
      last = run.parts(entry).copied()
    }
    return found
  }

  /// Returns the key of a row with the component values of a new entry, or `nil` if no row has
  /// these values.
  private func owner(of place: IndexEntries.Location) throws(StoreError) -> [UInt8]? {
    let table = table
    return try new.entries.withEntry(place) { (key, partsCount, _) throws(StoreError) in
      try table.row(withParts: key.extracting(first: partsCount))
    }
  }

  func check() throws(StoreError) {
    guard info.definition.kind == .unique else { return }
    old.entries.sort()
    new.entries.sort()
    var left = 0
    let earlier = old.entries.places
    for place in new.entries.places where !place.hasNil {
      while left < earlier.count, order(earlier[left], place) < 0 { left += 1 }
      // The row already had this entry.
      if left < earlier.count, order(earlier[left], place) == 0 { continue }
      if let owner = try owner(of: place) { throw table.violation(by: owner) }
    }
  }

  func apply() throws(StoreError) {
    old.entries.sort()
    new.entries.sort()
    let (earlier, later) = (old.entries.places, new.entries.places)
    var (left, right) = (0, 0)
    while left < earlier.count || right < later.count {
      let order =
        left == earlier.count ? 1 : right == later.count ? -1 : order(earlier[left], later[right])
      if order < 0 {
        try delete(earlier[left])
      } else if order > 0
        || !old.entries.carriesSame(earlier[left], as: later[right], in: new.entries)
      {
        try put(later[right])
      }
      if order <= 0 { left += 1 }
      if order >= 0 { right += 1 }
    }
  }

  /// Compares an old entry with a new entry, by key.
  private func order(_ earlier: IndexEntries.Location, _ later: IndexEntries.Location) -> Int {
    old.entries.order(earlier, later, in: new.entries)
  }

  private func delete(_ place: IndexEntries.Location) throws(StoreError) {
    let table = table
    try old.entries.withEntry(place) { (key, _, _) throws(StoreError) in try table.delete(key) }
  }

  private func put(_ place: IndexEntries.Location) throws(StoreError) {
    if place.key.count >= StoredKey.byteCount { hasShortened = true }
    let table = table
    try new.entries.withEntry(place) { (key, _, carried) throws(StoreError) in
      try table.put(key, carried: carried)
    }
  }
}

/// The entries that a maintainer has computed, with its scratch buffers.
///
/// One value holds all buffers, because the program checks each access to a property of a class.
struct ComputedEntries: ~Copyable {
  var entries = IndexEntries()
  /// Whether an entry does not contain the exact values.
  private(set) var isLossy = false
  private var key = KeyBuffer()
  private var carried = KeyBuffer()

  mutating func add(of row: inout IndexedRow, _ shape: EntryShape) throws {
    try shape.add(to: &entries, from: &row, &key, &carried, isLossy: &isLossy)
  }
}

extension IndexEntries {
  /// Whether a build moves the entries to a run.
  var fillsRun: Bool {
    places.count >= EntryRuns.entriesOfRun || bytes.count >= EntryRuns.bytesOfRun
  }
}
