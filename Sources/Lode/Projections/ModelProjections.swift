public import LodeCoding
internal import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// The row of a model as another structure: with some of the fields, or with more that have
  /// defaults.
  ///
  /// ```swift
  /// @Archivable
  /// struct CityCard {
  ///   var name: String
  /// }
  /// let card = try store.get(CityCard.self, from: City.self, "Oslo")
  /// ```
  ///
  /// Fields are named as in archives. Fields of a structure that are not requested are not read.
  ///
  /// - Complexity: O(log n), and O(bytes) for the checksum.
  /// - Throws: `ArchiveError` with `missingField` when the row lacks a field without default,
  ///   `typeMismatch`; else as `get`.
  public func get<P: Archivable, M: Model>(
    _ projection: P.Type = P.self, from type: M.Type, _ key: M.PrimaryKey
  ) throws -> P? {
    let access = access(to: M.collectionName)
    return try RowPlace(partition).withKey(key) { bytes in
      var found: P?
      _ = try access.withRow(bytes, .tuple) { row in
        found = try access.projection(row, as: projection, of: type)
      }
      return found
    }
  }

  /// The rows of a model as another structure, in the order of their keys.
  ///
  /// - Complexity: O(log n + k), and O(bytes) for the checksums.
  /// - Throws: as `get` of one.
  public func all<P: Archivable, M: Model>(
    _ projection: P.Type = P.self, from type: M.Type, keys: KeyRange = .all,
    reversed: Bool = false, limit: Int? = nil
  ) throws -> [P] {
    let access = access(to: M.collectionName)
    var found: [P] = []
    try access.scan(RowPlace(partition).range(keys), reversed: reversed, limit: limit) { row in
      found.append(try access.projection(row.content, as: projection, of: type))
      return .next
    }
    return found
  }

  /// Some fields of the row of a model, under the given names; `nil` if there is no row.
  ///
  /// A name is the stored name of a field or the name of its Swift property. A field that is nil is
  /// `.null`. Fields that an older row does not have are left out.
  ///
  /// ```swift
  /// let fields = try store.fields(["people"], of: City.self, "Oslo")
  /// ```
  ///
  /// - Complexity: O(log n), and O(bytes) for the checksum.
  /// - Throws: `ConditionError` with `unknownField` if the model has no field of a name;
  ///   `ArchiveError` with `typeMismatch` if a field holds instances of classes; else as `get`.
  public func fields<M: Model>(
    _ names: [String], of type: M.Type, _ key: M.PrimaryKey
  ) throws -> [String: ArchiveValue]? {
    let access = access(to: M.collectionName)
    let stored = try names.map { try (name: $0, stored: M.storedName(of: $0)) }
    return try RowPlace(partition).withKey(key) { bytes in
      var found: [String: ArchiveValue]?
      _ = try access.withRow(bytes, .tuple) { row in
        let fields = try access.fields(stored.map(\.stored), of: row, type)
        found = [:]
        for (name, stored) in stored { found?[name] = fields[stored] }
      }
      return found
    }
  }
}

extension CollectionAccess {
  fileprivate func projection<P: Archivable, M: Model>(
    _ row: borrowing RowValue, as projection: P.Type, of type: M.Type
  ) throws -> P {
    if M.archiveSchema.kind == .structure { return try project(row, as: projection) }
    return try archive(row.bytes, row.type).slice(as: projection, P.archiveSchema)
  }

  fileprivate func fields<M: Model>(
    _ names: [String], of row: borrowing RowValue, _ type: M.Type
  ) throws -> [String: ArchiveValue] {
    if M.archiveSchema.kind == .structure { return try fields(names, of: row) }
    let object = try ArchivedFields(archive(row.bytes, row.type)).object
    return Dictionary(
      names.compactMap { name in object[name].map { (name, $0) } }, uniquingKeysWith: { $1 })
  }
}

// Each a transaction of its own.
extension ModelStoring {
  /// The row of a model as another structure.
  public func get<P: Archivable, M: Model>(
    _ projection: P.Type = P.self, from type: M.Type, _ key: M.PrimaryKey
  ) throws -> P? {
    try store.read { try $0.partition(partition).get(projection, from: type, key) }
  }

  /// The rows of a model as another structure, in the order of their keys.
  public func all<P: Archivable, M: Model>(
    _ projection: P.Type = P.self, from type: M.Type, keys: KeyRange = .all,
    reversed: Bool = false, limit: Int? = nil
  ) throws -> [P] {
    try store.read {
      try $0.partition(partition).all(
        projection, from: type, keys: keys, reversed: reversed, limit: limit)
    }
  }

  /// Some fields of the row of a model, under the given names; `nil` if there is no row.
  public func fields<M: Model>(
    _ names: [String], of type: M.Type, _ key: M.PrimaryKey
  ) throws -> [String: ArchiveValue]? {
    try store.read { try $0.partition(partition).fields(names, of: type, key) }
  }

  /// The row of a model as another structure.
  public func get<P: Archivable & Sendable, M: Model>(
    _ projection: P.Type = P.self, from type: M.Type, _ key: M.PrimaryKey
  ) async throws -> P? {
    try await store.read { [partition] in
      try $0.partition(partition).get(projection, from: type, key)
    }
  }

  /// The rows of a model as another structure, in the order of their keys.
  public func all<P: Archivable & Sendable, M: Model>(
    _ projection: P.Type = P.self, from type: M.Type, keys: KeyRange = .all,
    reversed: Bool = false, limit: Int? = nil
  ) async throws -> [P] {
    try await store.read { [partition] in
      try $0.partition(partition).all(
        projection, from: type, keys: keys, reversed: reversed, limit: limit)
    }
  }

  /// Some fields of the row of a model, under the given names; `nil` if there is no row.
  public func fields<M: Model>(
    _ names: [String], of type: M.Type, _ key: M.PrimaryKey
  ) async throws -> [String: ArchiveValue]? {
    try await store.read { [partition] in
      try $0.partition(partition).fields(names, of: type, key)
    }
  }
}
