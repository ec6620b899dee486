internal import LodeCoding
internal import LodeLMDB

/// The state of an index.
public enum IndexState: UInt8, Sendable, Hashable {
  /// The index has entries for some rows, and no query uses it.
  case building = 1
  /// The index has all entries.
  case ready = 2
  /// The index has no entries until it is built again.
  ///
  /// A program that did not know the function of a computed component has changed rows.
  case disabled = 3
  /// The index has all entries, and some of its existing rows have equal values.
  ///
  /// Writes cannot add further duplicates.
  case hasDuplicates = 4
}

/// What the catalog knows of one index; a change makes a new one.
final class IndexInfo: Sendable {
  let definition: IndexDefinition
  /// The number of its table.
  let id: UInt32
  /// LMDB's handle of the table.
  let table: Table
  let state: IndexState
  /// Whether some entries are not in the order of the values that they were made of.
  let isLossy: Bool
  /// Whether a model of the program declared it, so that it goes when the model no longer does.
  let isDeclared: Bool
  /// Whether a build has met rows with the same values in a unique index.
  let foundDuplicates: Bool
  /// While it is built, the last key of the collection's table whose row is in it.
  let progress: [UInt8]
  /// Where the functions of its computed parts are, as far as the program has named them.
  let known: FunctionRegistry

  init(
    _ definition: IndexDefinition, id: UInt32, table: Table, known: FunctionRegistry,
    state: IndexState,
    isLossy: Bool = false, isDeclared: Bool = false, foundDuplicates: Bool = false,
    progress: [UInt8] = []
  ) {
    self.definition = definition
    self.id = id
    self.table = table
    self.known = known
    self.state = state
    self.isLossy = isLossy
    self.isDeclared = isDeclared
    self.foundDuplicates = foundDuplicates
    self.progress = progress
  }

  var name: String { definition.name }

  /// The same index in another state.
  func with(
    state: IndexState? = nil, isLossy: Bool? = nil, isDeclared: Bool? = nil,
    foundDuplicates: Bool? = nil, progress: [UInt8] = []
  ) -> IndexInfo {
    IndexInfo(
      definition, id: id, table: table, known: known, state: state ?? self.state,
      isLossy: isLossy ?? self.isLossy, isDeclared: isDeclared ?? self.isDeclared,
      foundDuplicates: foundDuplicates ?? self.foundDuplicates, progress: progress)
  }

  /// The same index with a definition of which its entries are too.
  func with(_ definition: IndexDefinition, isDeclared: Bool) -> IndexInfo {
    IndexInfo(
      definition, id: id, table: table, known: known, state: state, isLossy: isLossy,
      isDeclared: isDeclared, foundDuplicates: foundDuplicates, progress: progress)
  }

  /// Whether changes of the row at a key of the collection's table change the entries: rows that a
  /// build has not come to yet are left to it.
  func covers(_ tableKey: Span<UInt8>) -> Bool {
    switch state {
    case .ready, .hasDuplicates: true
    case .building: hasRead(tableKey)
    case .disabled: false
    }
  }

  private func hasRead(_ tableKey: Span<UInt8>) -> Bool {
    if progress.isEmpty { return false }
    let last = progress
    return tableKey.byteOrder(last.span) <= 0
  }

  /// Whether there are rows whose changes change its entries.
  var hasEntries: Bool { isUsable || state == .building && !progress.isEmpty }

  /// Whether queries may use it.
  var isUsable: Bool { state == .ready || state == .hasDuplicates }
}
