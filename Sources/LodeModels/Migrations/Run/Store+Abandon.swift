public import LodeCoding
public import LodeStore

extension Store {
  /// Deletes the rows of one version of a type, and returns a report.
  ///
  /// Call this method if rows that you do not need prevent opening a store with its models. Open
  /// the store without models for this call:
  ///
  /// ```swift
  /// let lost = try Store("people.lode").abandon("Person", version: 1)
  /// print(lost.count, lost.bytes, lost.rows.map(\.keys))
  /// ```
  ///
  /// The call deletes a row if the stored object of the row has this type and version. Rows that
  /// contain such an object inside another value stay, and ``AbandonReport/holders`` lists these
  /// rows. Write a migration step that removes these objects. The call deletes all rows in one
  /// transaction, or no row on failure.
  ///
  /// - Parameters:
  ///   - typeName: The type's name in archives.
  ///   - version: The version of the rows.
  ///   - dryRun: Whether the call only reports the rows.
  /// - Returns: The deleted rows, or the rows that the call would delete.
  /// - Complexity: O(size of all rows), or O(s) for s recorded schemas if the store never had an
  ///   object of this version.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if an archive is malformed.
  ///   - `StoreError` with one of these codes:
  ///     - `nestedWrite` inside a write of this store, or `readInsideWrite` for a dry run.
  ///     - `closed` if the store is closed.
  ///     - `readOnly` if the store is open read-only and the call is not a dry run.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `diskFull` if the disk is full.
  ///     - Any code in the table of ``ModelStoring``.
  @discardableResult
  public func abandon(
    _ typeName: String, version: Int, dryRun: Bool = false
  ) throws -> AbandonReport {
    try abandon([typeName], version: version, dryRun: dryRun)
  }

  /// Deletes the rows of one version of a type, including rows under former names of the type, and
  /// returns a report.
  ///
  /// ```swift
  /// let before = try store.abandon(Person.self, version: 1, dryRun: true)
  /// if before.count < 10 { try store.abandon(Person.self, version: 1) }
  /// ```
  ///
  /// If another type has one of the former names today, the call also deletes that type's rows of
  /// this version. In that case, use the form with a name, and check the result of a dry run first.
  /// For a model, the call registers the functions of the model's indexes. The call deletes all
  /// rows in one transaction, or no row on failure.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - version: The version of the rows.
  ///   - dryRun: Whether the call only reports the rows.
  /// - Returns: The deleted rows, or the rows that the call would delete.
  /// - Complexity: O(size of all rows), or O(s) for s recorded schemas if the store never had an
  ///   object of this version.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if an archive is malformed.
  ///   - `StoreError` with one of these codes:
  ///     - `nestedWrite` inside a write of this store, or `readInsideWrite` for a dry run.
  ///     - `closed` if the store is closed.
  ///     - `readOnly` if the store is open read-only and the call is not a dry run.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `diskFull` if the disk is full.
  ///     - Any code in the table of ``ModelStoring``.
  @discardableResult
  public func abandon(
    _ type: any ArchivableObject.Type, version: Int, dryRun: Bool = false
  ) throws -> AbandonReport {
    let schema = type.archiveSchema
    if let model = type as? any Model.Type {
      takeFunctions(of: model.indexes, of: model.collectionName)
    }
    return try abandon([schema.name] + schema.formerNames, version: version, dryRun: dryRun)
  }

  private func abandon(
    _ names: [String], version: Int, dryRun: Bool
  ) throws -> AbandonReport {
    if dryRun {
      let rows = AbandonedRows(names: names, version: version)
      return try read { try rows.report($0, $0.collections(), schemas: $0.schemas()) }
    }
    return try write { try $0.abandon(names, version: version) }
  }
}

extension WriteTransaction {
  /// Deletes the rows of one version of a type, and returns a report.
  ///
  /// Call this method in a store step, before row steps that would fail for these rows:
  ///
  /// ```swift
  /// let plan = MigrationPlan {
  ///   Step("drafts of the first version") { try $0.abandon("Draft", version: 1) }
  ///   Step(Person.self, from: 1, to: 2) { $0.rename("mail", to: "email") }
  /// }
  /// ```
  ///
  /// The call deletes a row if the stored object of the row has this type and version. Rows that
  /// contain such an object inside another value stay, and ``AbandonReport/holders`` lists these
  /// rows. If the call throws, already deleted rows stay deleted, unless the error also rolls back
  /// the write or a savepoint.
  ///
  /// - Parameters:
  ///   - typeName: The type's name in archives.
  ///   - version: The version of the rows.
  /// - Returns: The deleted rows.
  /// - Complexity: O(size of all rows), or O(s) for s recorded schemas if the store never had an
  ///   object of this version.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if an archive is malformed.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///     - Any code in the table of ``ModelStoring``.
  @discardableResult
  public mutating func abandon(_ typeName: String, version: Int) throws -> AbandonReport {
    try abandon([typeName], version: version)
  }

  fileprivate mutating func abandon(
    _ names: [String], version: Int
  ) throws -> AbandonReport {
    let rows = AbandonedRows(names: names, version: version)
    let report = try rows.report(self, collections(), schemas: scope.schemas)
    for rows in report.rows { try self[rows.collection].delete(rows.keys) }
    return report
  }
}

/// A search for the rows of one version of a type.
private struct AbandonedRows {
  /// The type's names in archives; the report has the first name.
  let names: [String]
  let version: Int

  func report(
    _ transaction: borrowing some StoreReading & ~Copyable & ~Escapable, _ collections: [String],
    schemas: [SchemaRecord]
  ) throws -> AbandonReport {
    var report = AbandonReport(object: TypeVersion(type: names[0], version: version))
    let numbers = Set(schemas.lazy.filter { isMeant($0.schema) }.map(\.number))
    if numbers.isEmpty { return report }
    for collection in collections {
      let access = transaction.access(to: collection)
      var rows = AbandonReport.Rows(collection: collection)
      var holders = rows
      try access.scan(as: .unmigrated) { row in
        guard row.type == .archive,
          try Unarchiver.schemaNumbers(stored: row.bytes).contains(where: numbers.contains)
        else { return .next }
        let object = try access.archive(row.bytes, row.type).rootObject
        if let object, names.contains(object.name), object.version == version {
          rows.add(row)
        } else {
          holders.add(row)
        }
        return .next
      }
      if rows.count > 0 { report.rows.append(rows) }
      if holders.count > 0 { report.holders.append(holders) }
    }
    return report
  }

  private func isMeant(_ schema: ArchiveSchema) -> Bool {
    if case .extension = schema.kind { return false }
    return names.contains(schema.name) && schema.version == version
  }
}

extension AbandonReport.Rows {
  fileprivate mutating func add(_ row: borrowing Row) {
    keys.append(row.key)
    bytes += row.bytes.count
  }
}
