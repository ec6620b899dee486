/// The names of an environment's open tables, by LMDB's number of the table (`MDB_dbi`).
///
/// A name changes only when LMDB opens another table with the number of a dropped table. The drop
/// makes every ``TableLocation`` of the dropped table invalid, so no read uses the number between
/// the drop and the reuse. Therefore reading needs no lock.
@safe
@usableFromInline
struct TableNames {
  private let names: UnsafeMutablePointer<UnsafeMutableRawBufferPointer?>
  private let count: Int

  /// Creates an empty list with space for the names of `count` tables.
  init(count: Int) {
    self.count = count
    unsafe names = .allocate(capacity: count)
    unsafe names.initialize(repeating: nil, count: count)
  }

  /// Records the name of a table that LMDB has just opened.
  func set(_ number: UInt32, _ name: String) {
    guard number < count else { return }
    if let former = unsafe names[Int(number)] {
      // If LMDB opens an open table again, the number stays. Keep the memory of the name, because
      // other reads may use the name.
      if unsafe former.elementsEqual(name.utf8) { return }
      unsafe former.deallocate()
    }
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: name.utf8.count, alignment: 1)
    unsafe bytes.copyBytes(from: name.utf8)
    unsafe names[Int(number)] = unsafe bytes
  }

  /// Returns the name of an open table, or an empty name if no table has had the number.
  func name(_ number: UInt32) -> SearchedKey {
    guard number < count, let name = unsafe names[Int(number)] else {
      return unsafe SearchedKey(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    return unsafe SearchedKey(UnsafeRawBufferPointer(name))
  }

  /// Frees the names; the caller must not use the names afterwards.
  func deallocate() {
    for number in 0..<count { unsafe names[number]?.deallocate() }
    unsafe names.deallocate()
  }
}
