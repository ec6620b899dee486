/// The contents of a slot; see ``TableSlots``.
@usableFromInline
package struct TableSlot {
  /// The opening number; each increase makes earlier locations in the slot invalid.
  @usableFromInline var opening: UInt32
  /// LMDB's number of the open table.
  @usableFromInline var number: UInt32
}

/// The slots of an environment, which distinguish an open table from a dropped table.
///
/// LMDB reuses the number of a dropped table, so the number can belong to another table later. A
/// ``TableLocation`` therefore contains the index of a slot and a copy of the slot's opening
/// number.
///
/// Reopening the files assigns new numbers to the tables, without the gaps of dropped tables. The
/// slots record the new numbers, so each table keeps its slot.
///
/// Invariant: every number below `count` is in exactly one slot. Slots 0 and 1 are LMDB's free list
/// and main table.
///
/// Reading needs no lock, by this proof. Slots change, and their memory is freed, only while no
/// transaction is open and no transaction can begin. The beginning and the end of each transaction,
/// and of each change of slots, take the environment's lock. Therefore every change happens
/// completely before or completely after a transaction.
@safe
@usableFromInline
struct TableSlots {
  /// The number of the environment, which no other environment of this process has; never 0.
  @usableFromInline let environment: UInt32
  @usableFromInline let entries: UnsafeMutablePointer<TableSlot>
  /// The name of each open table, by LMDB's number.
  let names: TableNames
  let count: Int

  /// Creates slots, each with its index as LMDB's number.
  init(count: Int, environment: UInt32) {
    self.count = count
    self.environment = environment
    unsafe entries = .allocate(capacity: count)
    names = TableNames(count: count)
    for slot in 0..<count {
      unsafe (entries + slot).initialize(to: TableSlot(opening: 0, number: UInt32(slot)))
    }
  }

  /// Frees the slots; the caller must not use the slots afterwards.
  func deallocate() {
    unsafe entries.deallocate()
    names.deallocate()
  }

  /// Returns LMDB's number of a table.
  ///
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `foreignTable` if the table belongs to another environment.
  ///   - `damaged` if the location is refused, because a check has found a damaged page.
  ///   - `tableDropped` if the table was dropped.
  @inlinable
  func number(of place: TableLocation) throws(LMDBError) -> UInt32 {
    if place.environment != environment { throw LMDBError.unusable(place) }
    // In bounds: table locations are made only from this environment's slots, whose count never
    // decreases.
    let slot = unsafe entries[Int(place.slot)]
    if slot.opening != place.opening { throw LMDBError.tableDropped() }
    return slot.number
  }

  /// Returns the location of the table that LMDB has just opened.
  ///
  /// - Complexity: O(s) for s slots if a reopening has moved the number to another slot; otherwise
  ///   O(1).
  func place(of number: UInt32) -> TableLocation {
    var slot = Int(number)
    // Every number is in some slot, and usually in the slot with the same index.
    if unsafe entries[slot].number != number {
      slot = 0
      while unsafe entries[slot].number != number { slot += 1 }
    }
    return TableLocation(
      slot: UInt32(slot), opening: unsafe entries[slot].opening, environment: environment)
  }

  /// Returns the opening number of every slot.
  func openings() -> [UInt32] { (0..<count).map { unsafe entries[$0].opening } }

  /// Increases the opening number of a slot, which makes all earlier locations invalid.
  ///
  /// After 2^32 drops in one slot, an old location would become valid again. Each drop is a commit,
  /// so no program reaches this number.
  func retire(_ slot: UInt32) { unsafe entries[Int(slot)].opening &+= 1 }

  /// Restores the slots after the files were reopened.
  ///
  /// Reopened tables keep their slots and opening numbers. In every other slot, old locations
  /// become invalid.
  ///
  /// - Parameters:
  ///   - openings: The opening number of every slot before the files were closed.
  ///   - tables: The location and LMDB's new number of each reopened table.
  func resume(_ openings: [UInt32], keeping tables: [(place: TableLocation, number: UInt32)]) {
    var keptSlots = Set(tables.map(\.place.slot))
    var keptNumbers = Set(tables.map(\.number))
    keptSlots.formUnion([0, 1])
    keptNumbers.formUnion([0, 1])
    for table in tables {
      unsafe entries[Int(table.place.slot)] = TableSlot(
        opening: table.place.opening, number: table.number)
    }
    let slots = (0..<count).filter { !keptSlots.contains(UInt32($0)) }
    let numbers = (0..<UInt32(count)).filter { !keptNumbers.contains($0) }
    for (slot, number) in zip(slots, numbers) {
      let opening = slot < openings.count ? openings[slot] &+ 1 : 0
      unsafe entries[slot] = TableSlot(opening: opening, number: number)
    }
  }
}

extension LMDBError {
  /// Returns the error for a refused table, or for a table of another environment.
  @usableFromInline @inline(never)
  static func unusable(_ place: TableLocation) -> LMDBError {
    if !place.isRefused { return foreignTable() }
    return LMDBError(.damaged, context: "a check has found a damaged page")
  }
}
