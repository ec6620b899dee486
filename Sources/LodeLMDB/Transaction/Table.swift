/// A named, ordered table of byte keys and byte values inside an environment.
///
/// Keys have 1 to 511 bytes. Keys sort byte by byte, as unsigned numbers. A key sorts before longer
/// keys that begin with the same bytes.
///
/// A `Table` is a small value that any thread may copy and use. The value stays valid until its
/// environment is closed or the table is dropped.
///
/// ```swift
/// let environment = try Environment(path: "people.lmdb")
/// let people = try environment.table("people")
/// try environment.write { transaction in
///   try transaction.put("Ada".utf8.span, forKey: "1".utf8.span, in: people)
/// }
/// ```
public struct Table: Sendable, Hashable {
  @usableFromInline package let place: TableLocation

  package init(_ place: TableLocation) { self.place = place }

  /// LMDB's main table, whose rows are the records of the named tables.
  package static func main(ofEnvironment environment: UInt32) -> Table {
    Table(TableLocation(slot: 1, opening: 0, environment: environment))
  }
}

/// The location of a table: an environment, a slot in ``TableSlots``, and an opening number.
@usableFromInline
package struct TableLocation: Sendable, Hashable {
  /// The slot of LMDB's number for the table; see ``TableSlots``.
  @usableFromInline let slot: UInt32
  /// The slot's opening number when the table was opened; a later table in the slot has another
  /// number.
  @usableFromInline let opening: UInt32
  /// The number of the environment that opened the table; other environments refuse the table.
  ///
  /// The highest bit marks a refused location; see `Table.refused`. The number of an environment
  /// never has this bit.
  @usableFromInline package fileprivate(set) var environment: UInt32
  /// The prefix of the keys, if the location is one owner's part of a shared table.
  ///
  /// An owner is one user of the table, such as a small collection.
  @usableFromInline fileprivate(set) var prefix: KeyPrefix

  init(slot: UInt32, opening: UInt32, environment: UInt32) {
    self.slot = slot
    self.opening = opening
    self.environment = environment
    prefix = .none
  }
}

extension Table {
  /// The same table; every read of its pages and every change throws `damaged`.
  package var refused: Table { Table(place.refused) }
  /// The same table, without the mark of `refused`.
  package var admitted: Table { Table(place.admitted) }
  /// Whether uses of the table throw `damaged`.
  @inlinable package var isRefused: Bool { place.isRefused }
}

extension TableLocation {
  private static let refusal: UInt32 = 1 << 31

  /// Whether uses of the location throw `damaged`.
  @inlinable var isRefused: Bool { environment >> 31 != 0 }

  /// The same location, with the mark of a refusal.
  fileprivate var refused: TableLocation {
    var place = self
    place.environment |= Self.refusal
    return place
  }

  /// The same location, without the mark of a refusal.
  var admitted: TableLocation {
    var place = self
    place.environment &= ~Self.refusal
    return place
  }

  /// Returns the part of the location's shared table that belongs to an owner.
  func part(of prefix: KeyPrefix) -> TableLocation {
    var place = self
    place.prefix = prefix
    return place
  }
}

/// A table that is open in the whole process.
@usableFromInline
package struct OpenedTable: Sendable {
  /// The name of the table, which is the key of the table's record in LMDB's main table.
  package let name: String
  let place: TableLocation

  package init(name: String, place: TableLocation) {
    self.name = name
    self.place = place.admitted
  }

  /// Throws `keyEmpty` or `badValueSize` if no table can have the name.
  static func checkName(_ name: String) throws(LMDBError) {
    if name.isEmpty { throw LMDBError(.keyEmpty, context: "table name") }
    if name.utf8.count > SizeLimits.key || name.utf8.contains(0) {
      throw LMDBError(.badValueSize, context: "table name of \(name.utf8.count) bytes")
    }
  }
}
