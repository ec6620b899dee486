internal import LodeCoding
internal import LodeLMDB

/// An index as the store has it.
public struct IndexDescription: Sendable, Hashable {
  /// What it is made of.
  public let definition: IndexDefinition
  /// How far it is.
  public let state: IndexState
  /// How many entries it has.
  public let entries: Int
}

extension Store {
  /// Defines an index of a collection, in place of one of the same name.
  ///
  /// From then on each change of a row changes the entries, in the same transaction. Rows that are there already have none
  /// before ``buildIndexes(of:progress:)``; of few rows, the entries are made at once. A definition that is there already
  /// is left as it is. The collection is made if need be.
  ///
  /// ```swift
  /// try store.createIndex(IndexDefinition("city", "-age"), on: "people")
  /// ```
  ///
  /// - Returns: how far the index is.
  /// - Complexity: O(n log n) of up to 10,000 rows, otherwise O(1).
  /// - Throws: ``StoreError`` with `invalidIndex`, `invalidName`, `tablesFull`; `keyFormatMismatch` when the collection has raw keys.
  @discardableResult
  public func createIndex(
    _ definition: IndexDefinition, on collection: String
  ) throws -> IndexState {
    try write { transaction in
      try transaction.createIndex(definition, on: collection)
    }
  }

  /// Removes an index with all of its entries; says whether there was one.
  ///
  /// - Complexity: O(pages of the index).
  @discardableResult
  public func dropIndex(_ name: String, on collection: String) throws -> Bool {
    try write { try $0.context.dropIndex(name, on: collection) }
  }

  /// The indexes of a collection, in the order of their names.
  ///
  /// - Complexity: O(number of indexes).
  public func indexes(of collection: String) throws -> [IndexDescription] {
    try read { transaction in
      guard let info = transaction.catalog.catalog.collections[collection] else { return [] }
      return try info.indexes.map { index in
        IndexDescription(
          definition: index.definition, state: index.state,
          entries: try storeErrors(collection: collection) { () throws(LMDBError) in
            try transaction.handle.count(index.table.place)
          })
      }
    }
  }
}

extension WriteTransaction {
  /// Defines an index of a collection, in place of one of the same name.
  ///
  /// As ``Store/createIndex(_:on:)``, in this transaction.
  @discardableResult
  public mutating func createIndex(
    _ definition: IndexDefinition, on collection: String
  ) throws -> IndexState {
    try context.createIndex(definition, on: collection)
    try context.buildIfSmall(collection)
    return context.catalog.collections[collection]?.index(named: definition.name)?.state
      ?? .building
  }
}
