public import LodeCoding
internal import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns the row of a model as another structure, or `nil` if the key does not exist.
  ///
  /// ```swift
  /// @Archivable
  /// struct CityCard {
  ///   var name: String
  /// }
  /// let card = try store.read { try $0.get(CityCard.self, from: City.self, "Oslo") }
  /// ```
  ///
  /// Fields match by their names in archives. A field of the structure needs a default if the row
  /// lacks the field. If the model is a structure, the call decodes no other fields.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the fields do not decode as the structure. The
  ///     cause has the code `missingField` if the row lacks a field, and the field has no default.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `damaged` if the file or the row is damaged, or `typeMismatch` if the row is not an
  ///       archive.
  public func get<P: Archivable, M: Model>(
    _ projection: P.Type = P.self, from type: M.Type, _ key: M.PrimaryKey
  ) throws -> P? {
    let access = access(to: M.collectionName)
    return try RowLocation(partition).withKey(key) { bytes in
      var found: P?
      _ = try access.withRow(bytes, .tuple) { row in
        found = try row.projection(as: projection, of: type, in: access)
      }
      return found
    }
  }

  /// Returns the rows of a model as another structure, in key order.
  ///
  /// Fields match by their names in archives. A field of the structure needs a default if a row
  /// lacks the field.
  ///
  /// - Parameters:
  ///   - projection: The structure.
  ///   - type: The model type.
  ///   - keys: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of rows to return; `nil` for no limit. With 0, the call returns
  ///     no rows.
  /// - Complexity: O(log n + size of the returned rows) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the fields of a row do not decode as the
  ///     structure. The cause has the code `missingField` if a row lacks a field, and the field has
  ///     no default.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `invalidLimit` if the limit is negative.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  public func fetch<P: Archivable, M: Model>(
    _ projection: P.Type = P.self, from type: M.Type, keys: KeyRange = .all,
    reversed: Bool = false, limit: Int? = nil
  ) throws -> [P] {
    let access = access(to: M.collectionName)
    var found: [P] = []
    try access.scan(RowLocation(partition).range(keys), reversed: reversed, limit: limit) { row in
      found.append(try row.content.projection(as: projection, of: type, in: access))
      return .next
    }
    return found
  }

  /// Returns the values of some fields of a model's row, by name, or `nil` if the key does not
  /// exist.
  ///
  /// A name is the name of a property, or the name of a field in archives. The result has `.null`
  /// for a field that is `nil`. If an older row lacks a field, the result has the default that the
  /// store recorded. The result omits a field without a recorded default. If the model is a class,
  /// the result omits every field that the row lacks.
  ///
  /// ```swift
  /// let fields = try store.read { try $0.fields(["people"], of: City.self, "Oslo") }
  /// ```
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if the model lacks a field
  ///     of `names`.
  ///   - `StoreError` caused by an `ArchiveError` with `typeMismatch` if a requested field of a
  ///     structure, or any field of a class, holds instances of classes.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `damaged` if the file or the row is damaged, or `typeMismatch` if the row is not an
  ///       archive.
  public func fields<M: Model>(
    _ names: [String], of type: M.Type, _ key: M.PrimaryKey
  ) throws -> [String: ArchiveValue]? {
    let access = access(to: M.collectionName)
    let stored = try names.map { try (name: $0, stored: M.storedName(of: $0)) }
    return try RowLocation(partition).withRow(at: key, in: access) { row in
      let fields = try row.fields(stored.map(\.stored), of: type, in: access)
      var found: [String: ArchiveValue] = [:]
      for (name, stored) in stored { found[name] = fields[stored] }
      return found
    }
  }
}

extension RowValue {
  fileprivate func projection<P: Archivable, M: Model>(
    as projection: P.Type, of type: M.Type, in access: CollectionAccess
  ) throws -> P {
    if M.archiveSchema.kind == .structure { return try project(as: projection, in: access) }
    return try access.archive(bytes, self.type).slice(as: projection, P.archiveSchema)
  }

  fileprivate func fields<M: Model>(
    _ names: [String], of type: M.Type, in access: CollectionAccess
  ) throws -> [String: ArchiveValue] {
    if M.archiveSchema.kind == .structure { return try fields(names, in: access) }
    let object = try ArchivedFields(access.archive(bytes, self.type)).object
    return Dictionary(
      names.compactMap { name in object[name].map { (name, $0) } }, uniquingKeysWith: { $1 })
  }
}
