internal import LodeCoding
internal import LodeLMDB

/// The state of an index.
public enum IndexState: UInt8, Sendable, Hashable {
  /// The build has not finished, and queries do not use the index.
  case building = 1
  /// The index has all entries.
  case ready = 2
  /// The index has no entries, and queries do not use the index until the next build.
  ///
  /// A program without the function, tokenizer, synonyms, or migration plan of the index changed a
  /// row or created the index.
  case disabled = 3
  /// The unique index has all entries, and the build found duplicates: rows with equal values.
  ///
  /// Writes cannot add further duplicates.
  case hasDuplicates = 4
}

/// The immutable description of one index in the catalog.
final class IndexRuntime: Sendable {
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
  /// Lode drops a declared index if its model no longer declares the index.
  let isDeclared: Bool
  /// Whether a build has found rows with equal values in a unique index.
  let foundDuplicates: Bool
  /// Whether each row of the table ends with a checksum (``EntryCheck``).
  ///
  /// Indexes that early versions of Lode built have no checksums until a rebuild.
  let hasChecks: Bool
  /// During a build, the table key (``TableKey``) of the last row that the build has read;
  /// otherwise empty.
  let progress: [UInt8]
  /// Whether Lode has found damage in the index, so that queries do not use the index.
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

  /// Returns a copy with the given changes.
  ///
  /// Without `progress`, the copy has no progress.
  func with(
    state: IndexState? = nil, isLossy: Bool? = nil, isDeclared: Bool? = nil,
    foundDuplicates: Bool? = nil, hasChecks: Bool? = nil, isDistrusted: Bool? = nil,
    progress: [UInt8] = []
  ) -> IndexRuntime {
    IndexRuntime(
      definition, id: id, table: table, known: known, state: state ?? self.state,
      isLossy: isLossy ?? self.isLossy, isDeclared: isDeclared ?? self.isDeclared,
      foundDuplicates: foundDuplicates ?? self.foundDuplicates,
      hasChecks: hasChecks ?? self.hasChecks, progress: progress,
      isDistrusted: isDistrusted ?? self.isDistrusted)
  }

  /// Returns a copy with another definition, which must have the same entries.
  func with(_ definition: IndexDefinition, isDeclared: Bool) -> IndexRuntime {
    IndexRuntime(
      definition, id: id, table: table, known: known, state: state, isLossy: isLossy,
      isDeclared: isDeclared, foundDuplicates: foundDuplicates, hasChecks: hasChecks,
      progress: progress, isDistrusted: isDistrusted)
  }

  /// Returns a copy with another table handle, and with the given value of `isDistrusted`.
  ///
  /// Using the handle of a damaged table throws `damaged`.
  func marked(table: Table, isDistrusted: Bool) -> IndexRuntime {
    IndexRuntime(
      definition, id: id, table: table, known: known, state: state, isLossy: isLossy,
      isDeclared: isDeclared, foundDuplicates: foundDuplicates, hasChecks: hasChecks,
      progress: progress, isDistrusted: isDistrusted)
  }

  /// The index in the disabled state, without entries.
  var disabled: IndexRuntime {
    with(
      state: .disabled, isLossy: false, foundDuplicates: false, hasChecks: true,
      isDistrusted: false)
  }

  /// Returns whether a change of the row at a table key changes the entries.
  ///
  /// During a build, only rows that the build has read have entries.
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

  /// Whether queries can use the index, unless its functions are missing or the index is damaged.
  var isUsable: Bool { state == .ready || state == .hasDuplicates }
}
