/// What a slot of an environment holds at present.
@usableFromInline
package struct TableSlot {
  /// Which opening of the slot is the present one; tables of an earlier one were dropped.
  @usableFromInline var opening: UInt32
  /// LMDB's number of the table.
  @usableFromInline var number: UInt32
}

/// The slots of an environment, which tell an open table from a dropped one.
///
/// LMDB gives the number of a dropped table to the next one that is opened, so a number alone may
/// name another table by the time it is used. A ``TableLocation`` names a slot and one opening of it
/// instead. Slots also outlive LMDB's numbers: reopening the files assigns new numbers without the
/// gaps of dropped tables, and the slots record them.
///
/// Invariant: every number below `count` is in exactly one slot. Slots 0 and 1 are LMDB's free list
/// and main table.
///
/// Reading needs no lock, by this proof: slots change, and their memory is freed, only while the
/// environment is used by one caller alone, when no transaction is open and none can begin. A
/// transaction begins and ends under the environment's lock, and so does exclusive use. A
/// transaction therefore reads slots wholly before or wholly after every change.
@safe
struct TableSlots {
  let entries: UnsafeMutablePointer<TableSlot>
  let count: Int

  /// Makes slots that each hold the number they are.
  init(count: Int) {
    self.count = count
    unsafe entries = .allocate(capacity: count)
    for slot in 0..<count {
      unsafe (entries + slot).initialize(to: TableSlot(opening: 0, number: UInt32(slot)))
    }
  }

  /// Ends the slots; nothing may use them afterwards.
  func deallocate() { unsafe entries.deallocate() }

  /// The present opening of every slot.
  func openings() -> [UInt32] { (0..<count).map { unsafe entries[$0].opening } }

  /// Refuses all tables that were opened in a slot so far.
  ///
  /// A value that was kept would be accepted again after 2^32 drops in one slot; at one commit each
  /// they take a week.
  func retire(_ slot: UInt32) { unsafe entries[Int(slot)].opening &+= 1 }

  /// Replaces the earlier slots.
  ///
  /// Reopened tables keep their slots; every other slot refuses its old table.
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

extension TransactionHandle {
  /// LMDB's number of a table; throws when the table was dropped, or is another environment's.
  ///
  /// It is on the path of every get and put: two loads and two compares.
  @inlinable
  func number(of place: TableLocation) throws(LMDBError) -> UInt32 {
    if place.environment != environment { throw LMDBError.foreignTable() }
    // In bounds: places are made of this environment's slots only, and their count never shrinks.
    let slot = unsafe slots[Int(place.slot)]
    if slot.opening != place.opening { throw LMDBError.tableDropped() }
    return slot.number
  }

  /// The place of the table that LMDB has just opened.
  ///
  /// - Complexity: usually O(1); O(slots) after the files were reopened with gaps.
  func place(of number: UInt32) -> TableLocation {
    var slot = Int(number)
    // Every number is in some slot, and most are in their own.
    if unsafe slots[slot].number != number {
      slot = 0
      while unsafe slots[slot].number != number { slot += 1 }
    }
    return TableLocation(
      slot: UInt32(slot), opening: unsafe slots[slot].opening, environment: environment)
  }
}
