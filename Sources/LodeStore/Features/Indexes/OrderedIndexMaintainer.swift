internal import LodeCoding

/// The maintainer of an ordered or unique index.
///
/// Each entry contains the component values and the key of a row.
final class OrderedIndexMaintainer: IndexMaintainer {
  let info: IndexRuntime
  private(set) var isLossy = false
  private(set) var foundDuplicates = false
  private let table: IndexTable
  private let shape: EntryShape
  private var old = IndexEntries()
  private var new = IndexEntries()
  private var key = KeyBuffer()
  private var carried = KeyBuffer()

  init(_ info: IndexRuntime, collection: String, context: WriteSession, reader: FieldReader) {
    self.info = info
    table = IndexTable(info, collection: collection, context: context)
    shape = EntryShape(info.definition, reader)
  }

  func forget() {
    old.removeAll()
    new.removeAll()
  }

  func close() { table.close() }

  func note(_ row: inout IndexedRow, _ side: IndexedSide) throws {
    switch side {
    case .old: try shape.add(to: &old, from: &row, &key, &carried, isLossy: &isLossy)
    case .new: try shape.add(to: &new, from: &row, &key, &carried, isLossy: &isLossy)
    }
  }

  func writeGathered() throws(StoreError) {
    new.sort()
    // Entries that are appended fill the pages of an empty table completely.
    let isEmpty = try table.isEmpty()
    if info.definition.kind == .unique, try hasDuplicates(onlyGathered: isEmpty) {
      foundDuplicates = true
    }
    for place in new.places { try put(place, appending: isEmpty) }
    new.removeAll()
  }

  /// Returns whether a gathered entry without nil has the component values of another entry.
  ///
  /// - Parameter onlyGathered: Whether to compare only gathered entries; `true` for an empty table.
  private func hasDuplicates(onlyGathered: Bool) throws(StoreError) -> Bool {
    var last: IndexEntries.Location?
    for place in new.places where !place.hasNil {
      if let last, new.haveSameParts(place, last) { return true }
      if !onlyGathered, try owner(of: place) != nil { return true }
      last = place
    }
    return false
  }

  /// Returns the key of a row with the component values of a new entry, or `nil` if no row has
  /// these values.
  private func owner(of place: IndexEntries.Location) throws(StoreError) -> [UInt8]? {
    let table = table
    return try new.withEntry(place) { (key, partsCount, _) throws(StoreError) in
      try table.row(withParts: key.extracting(first: partsCount))
    }
  }

  func check() throws(StoreError) {
    guard info.definition.kind == .unique else { return }
    old.sort()
    new.sort()
    var left = 0
    for place in new.places where !place.hasNil {
      while left < old.places.count, old.order(old.places[left], place, in: new) < 0 { left += 1 }
      // The row already had this entry.
      if left < old.places.count, old.order(old.places[left], place, in: new) == 0 { continue }
      if let owner = try owner(of: place) { throw table.violation(by: owner) }
    }
  }

  func apply() throws(StoreError) {
    old.sort()
    new.sort()
    var (left, right) = (0, 0)
    while left < old.places.count || right < new.places.count {
      let order = order(left, right)
      if order < 0 {
        try delete(old.places[left])
      } else if order > 0
        || !old.carriesSame(old.places[left], as: new.places[right], in: new)
      {
        try put(new.places[right])
      }
      if order <= 0 { left += 1 }
      if order >= 0 { right += 1 }
    }
  }

  private func order(_ left: Int, _ right: Int) -> Int {
    if left == old.places.count { return 1 }
    if right == new.places.count { return -1 }
    return old.order(old.places[left], new.places[right], in: new)
  }

  private func delete(_ place: IndexEntries.Location) throws(StoreError) {
    let table = table
    try old.withEntry(place) { (key, _, _) throws(StoreError) in try table.delete(key) }
  }

  private func put(
    _ place: IndexEntries.Location, appending: Bool = false
  ) throws(StoreError) {
    if place.key.count >= StoredKey.byteCount { isLossy = true }
    let table = table
    try new.withEntry(place) { (key, _, carried) throws(StoreError) in
      try table.put(key, carried: carried, appending: appending)
    }
  }
}
