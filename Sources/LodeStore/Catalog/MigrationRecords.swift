/// The store's record of its migrations: the executed steps, and the version of each type's rows.
///
/// `Docs/Format/Migrations.md` specifies the bytes.
package struct MigrationRecords: Hashable, Sendable {
  /// An executed step.
  package struct StepRecord: Hashable, Sendable {
    /// The digest of the step's definition.
    package var digest: UInt64
    /// Whether the step applied to the whole store, and not to one type.
    package var isOfStore: Bool

    package init(digest: UInt64, isOfStore: Bool) {
      self.digest = digest
      self.isOfStore = isOfStore
    }
  }

  /// The record of a type: the versions of its rows, its collection and key, and former names.
  package struct TypeRecord: Hashable, Sendable {
    /// A lower bound of the row versions: when the store wrote the record, no row had a lower
    /// version.
    package var version: Int
    /// The lowest earlier version of a row that was written after the record; `nil` without a row
    /// of an earlier version.
    package var earlier: Int?
    /// The collection of a model; empty for a type that is not a model.
    package var collection: String
    /// The names of the fields in a model's key.
    package var keyFields: [String]
    /// The former names of the type.
    package var formerNames: [String]
    /// The former names of the type's fields, by current name.
    ///
    /// The dictionary omits fields without former names.
    package var formerFields: [String: [String]]

    package init(
      version: Int, earlier: Int? = nil, collection: String = "", keyFields: [String] = [],
      formerNames: [String] = [], formerFields: [String: [String]] = [:]
    ) {
      self.earlier = earlier
      (self.version, self.collection, self.keyFields) = (version, collection, keyFields)
      (self.formerNames, self.formerFields) = (formerNames, formerFields)
    }
  }

  /// The executed steps, by name.
  package var steps: [String: StepRecord]
  /// The records of types, by the type names in archives.
  package var types: [String: TypeRecord]

  package init(steps: [String: StepRecord] = [:], types: [String: TypeRecord] = [:]) {
    (self.steps, self.types) = (steps, types)
  }
}
