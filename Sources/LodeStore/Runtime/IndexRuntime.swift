internal import LodeCoding
internal import LodeLMDB

/// One index of a catalog: the record, the table, and the registry of functions.
final class IndexRuntime: Sendable {
  let record: IndexRecord
  /// The LMDB handle of the table.
  let table: Table
  /// The registry of the functions, tokenizers, and synonyms.
  let known: FunctionRegistry
  /// Whether Lode has found damage in the index, so that queries do not use the index.
  let isDistrusted: Bool
  /// Whether the program may lack a function, a tokenizer, synonyms, or a version of a tokenizer.
  let mayLackFunctions: Bool

  init(
    _ record: IndexRecord, table: Table, known: FunctionRegistry, isDistrusted: Bool = false
  ) {
    self.record = record
    self.table = table
    self.known = known
    self.isDistrusted = isDistrusted
    mayLackFunctions =
      record.definition.parts.contains(where: \.path.isComputed)
      || record.definition.search.contains { $0.tokenizer.needsFunctions || !$0.isKnown }
  }

  /// Returns a copy with a changed record, and with the given properties instead of the current
  /// properties.
  ///
  /// Using the handle of a damaged table throws `damaged`.
  func with(
    table: Table? = nil, isDistrusted: Bool? = nil,
    _ change: (inout IndexRecord) -> Void = { _ in }
  ) -> IndexRuntime {
    var record = record
    change(&record)
    return IndexRuntime(
      record, table: table ?? self.table, known: known,
      isDistrusted: isDistrusted ?? self.isDistrusted)
  }

  /// The index in the disabled state, without entries.
  var disabled: IndexRuntime { with(isDistrusted: false) { $0.empty(.disabled) } }

  /// The index after the deletion of all entries, for a build.
  var restarted: IndexRuntime { with(isDistrusted: false) { $0.empty(.building) } }

  var name: String { record.definition.name }
  var definition: IndexDefinition { record.definition }
  /// The number of the index's table.
  var id: UInt32 { record.id }
  var state: IndexState { record.state }
  /// Whether some entries do not contain the exact values.
  var isLossy: Bool { record.isLossy }
  /// Whether a model declared the index.
  var isDeclared: Bool { record.isDeclared }
  /// Whether a build has found rows with equal values in a unique index.
  var foundDuplicates: Bool { record.foundDuplicates }
  /// Whether each row of the table ends with a checksum (``EntryCheck``).
  var hasChecks: Bool { record.hasChecks }
  /// During a build, the table key (``TableKey``) of the last row that the build has read;
  /// otherwise empty.
  var progress: [UInt8] { record.progress }

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
