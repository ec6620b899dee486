internal import LodeCoding
internal import LodeLMDB

/// The state of an index.
public enum IndexState: UInt8, Sendable, Hashable {
  /// A build has not yet finished, and queries do not use the index.
  case building = 1
  /// The index has all entries.
  case ready = 2
  /// The index has no entries until the next build.
  ///
  /// A program that could not compute the entries has changed rows or created the index. For
  /// example, the program had not registered a function.
  case disabled = 3
  /// The unique index has all entries, and the build found rows with equal values.
  ///
  /// Writes cannot add further duplicates.
  case hasDuplicates = 4
}

/// The catalog's immutable description of one index; each change creates a new object.
final class IndexInfo: Sendable {
  let definition: IndexDefinition
  /// The number of the index's table.
  let id: UInt32
  /// The LMDB handle of the table.
  let table: Table
  let state: IndexState
  /// Whether some entries do not contain the exact values.
  let isLossy: Bool
  /// Whether a model declared the index.
  ///
  /// Lode drops a declared index when the model no longer declares the index.
  let isDeclared: Bool
  /// Whether a build has found rows with equal values in a unique index.
  let foundDuplicates: Bool
  /// Whether each row of the table ends with a check.
  ///
  /// If a version of Lode without checks built the index, the rows have no checks until a rebuild.
  let hasChecks: Bool
  /// During a build, the table key of the last indexed row; otherwise empty.
  let progress: [UInt8]
  /// Whether a check has found damage, so that queries do not use the index.
  let isDistrusted: Bool
  /// The registry of the functions, tokenizers, and synonyms.
  let known: FunctionRegistry

  init(
    _ definition: IndexDefinition, id: UInt32, table: Table, known: FunctionRegistry,
    state: IndexState,
    isLossy: Bool = false, isDeclared: Bool = false, foundDuplicates: Bool = false,
    hasChecks: Bool = true, progress: [UInt8] = [], isDistrusted: Bool = false
  ) {
    self.definition = definition
    self.id = id
    self.table = table
    self.known = known
    self.state = state
    self.isLossy = isLossy
    self.isDeclared = isDeclared
    self.foundDuplicates = foundDuplicates
    self.hasChecks = hasChecks
    self.progress = progress
    self.isDistrusted = isDistrusted
  }

  var name: String { definition.name }

  /// Returns a copy with the given changes; without `progress`, the copy has no progress.
  func with(
    state: IndexState? = nil, isLossy: Bool? = nil, isDeclared: Bool? = nil,
    foundDuplicates: Bool? = nil, hasChecks: Bool? = nil, isDistrusted: Bool? = nil,
    progress: [UInt8] = []
  ) -> IndexInfo {
    IndexInfo(
      definition, id: id, table: table, known: known, state: state ?? self.state,
      isLossy: isLossy ?? self.isLossy, isDeclared: isDeclared ?? self.isDeclared,
      foundDuplicates: foundDuplicates ?? self.foundDuplicates,
      hasChecks: hasChecks ?? self.hasChecks, progress: progress,
      isDistrusted: isDistrusted ?? self.isDistrusted)
  }

  /// Returns a copy with another definition of the same entries; an unfinished build continues.
  func with(_ definition: IndexDefinition, isDeclared: Bool) -> IndexInfo {
    IndexInfo(
      definition, id: id, table: table, known: known, state: state, isLossy: isLossy,
      isDeclared: isDeclared, foundDuplicates: foundDuplicates, hasChecks: hasChecks,
      progress: progress, isDistrusted: isDistrusted)
  }

  /// Returns a copy with another table handle, and with the given value of `isDistrusted`.
  ///
  /// Reads and changes through the handle of a damaged table throw `damaged`.
  func marked(table: Table, isDistrusted: Bool) -> IndexInfo {
    IndexInfo(
      definition, id: id, table: table, known: known, state: state, isLossy: isLossy,
      isDeclared: isDeclared, foundDuplicates: foundDuplicates, hasChecks: hasChecks,
      progress: progress, isDistrusted: isDistrusted)
  }

  /// Returns whether a change of the row at a table key can change entries.
  ///
  /// During a build, the change of a row that the build has not yet read changes no entries.
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

  /// Whether writes must maintain the entries of rows.
  var hasEntries: Bool { isUsable || state == .building && !progress.isEmpty }

  /// Whether queries may use the index.
  var isUsable: Bool { state == .ready || state == .hasDuplicates }
}
