internal import LodeLMDB

/// A kind of index: what the store asks about a definition, and who keeps its entries.
///
/// The opening of a store lists the kinds among the plug-ins. A definition belongs to the first
/// kind that owns the definition.
protocol IndexKind: PlugIn {
  /// Whether each entry belongs to one row.
  ///
  /// Only such entries can be verified and compared without reading all rows.
  var hasRowEntries: Bool { get }

  /// Whether earlier versions of Lode wrote tables of another layout.
  ///
  /// A build then empties the table first, and opening schedules an unfinished build.
  var hasEarlierLayouts: Bool { get }

  /// Returns whether indexes with a definition are of this kind.
  func owns(_ definition: IndexDefinition) -> Bool

  /// Returns the problem of an invalid definition, or `nil`.
  func problem(of definition: IndexDefinition) -> String?

  /// Returns whether the entries of one definition are also the entries of another definition.
  func keepsEntries(of old: IndexDefinition, for new: IndexDefinition) -> Bool

  /// Creates the maintainer of an index in a write.
  func maintainer(
    of index: IndexRuntime, in collection: CollectionRuntime, _ session: WriteSession,
    _ reader: FieldReader, isBuilding: Bool
  ) -> any IndexMaintainer

  /// Creates the verifier of an index in a snapshot, or returns `nil` if the index has no entries
  /// to verify.
  ///
  /// - Throws: ``StoreError`` if the index cannot be read.
  func verifier(
    of index: IndexRuntime, in collection: CollectionRuntime, _ handle: TransactionHandle,
    _ reader: FieldReader
  ) throws(StoreError) -> (any IndexVerifier)?
}

extension IndexKind {
  var hasEarlierLayouts: Bool { false }

  func keepsEntries(of old: IndexDefinition, for new: IndexDefinition) -> Bool { false }
}

extension StoreCore {
  /// Returns the kind of the indexes with a definition.
  func indexKind(of definition: IndexDefinition) -> any IndexKind {
    guard let kind = plugIns.first((any IndexKind).self, where: { $0.owns(definition) }) else {
      preconditionFailure("no plug-in owns index \(definition.name)")
    }
    return kind
  }
}
