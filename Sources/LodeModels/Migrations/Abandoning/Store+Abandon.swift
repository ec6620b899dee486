public import LodeCoding
public import LodeStore

extension Store {
  /// Gives up the rows of one version of a type, and says how much that was.
  ///
  /// Nothing else in a migration deletes what it cannot read. A store that cannot be opened for its
  /// models, since it has rows that nobody wants any more, is opened without them for that:
  ///
  /// ```swift
  /// let lost = try Store("people.lode").abandon("Person", version: 1)
  /// print(lost.count, lost.bytes, lost.rows.map(\.keys))
  /// ```
  ///
  /// Those rows go whose own object is of this type and version, as it is stored. One that is
  /// something else and only has such objects in it stays, and is counted in
  /// ``AbandonReport/holders``: it is for a step to take them out.
  ///
  /// - Parameters:
  ///   - typeName: the type, as archives have its name.
  ///   - version: the version of the rows.
  ///   - dryRun: whether it is only told what would be deleted.
  /// - Returns: what was deleted, all in one transaction.
  /// - Complexity: O(rows); nothing when the store never had such an object.
  /// - Throws: `StoreError` with `damaged` when a row cannot be read, since nobody knows what it
  ///   is; `unknownFunction` when a unique index has a function that nobody has named to the store;
  ///   else as a write. Then nothing was deleted.
  @discardableResult
  public func abandon(
    _ typeName: String, version: Int, dryRun: Bool = false
  ) throws -> AbandonReport {
    try abandon([typeName], version: version, dryRun: dryRun)
  }

  /// Gives up the rows of one version of a type, under each name that it has had.
  ///
  /// As by its name. When another type has one of the former names today, its rows of this version
  /// are among them: say the name instead then, and look first at what would be deleted. The
  /// functions of a model's indexes are named to the store.
  ///
  /// ```swift
  /// let before = try store.abandon(Person.self, version: 1, dryRun: true)
  /// if before.count < 10 { try store.abandon(Person.self, version: 1) }
  /// ```
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
  /// Gives up the rows of one version of a type, and says how much that was.
  ///
  /// As on the store, so that a step of the store can do it before the rows would come to a step
  /// that they fail in:
  ///
  /// ```swift
  /// let plan = MigrationPlan {
  ///   Step("drafts of the first version") { try $0.abandon("Draft", version: 1) }
  ///   Step(Person.self, from: 1, to: 2) { $0.rename("mail", to: "email") }
  /// }
  /// ```
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

/// Looks for the rows of one version of a type.
private struct AbandonedRows {
  /// The names of the type.
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
      try access.scan(upgrading: false) { row in
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
