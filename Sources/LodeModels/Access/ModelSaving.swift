internal import LodeCoding
internal import LodeStore

/// Saves models of one type in one partition of their collection, inside one write.
struct ModelSaving<M: Model> {
  private let access: WriteAccess
  private let place: RowLocation
  /// The next number of the sequence; `nil` before the first read of the sequence.
  private var next: UInt64?
  /// Whether ``finish()`` must record `next`.
  private var hasNewNumbers = false

  /// Prepares saves, and updates the store's records of the type's declared indexes and defaults.
  ///
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` caused by an `ArchiveError` if a property's default cannot be archived.
  ///   - `StoreError` with one of these codes:
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name.
  ///     - `invalidName` if the collection of a declared index has a name of more than 480 bytes.
  ///     - `keyFormatMismatch` if the collection of a declared index has raw keys.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  init(_ scope: WriteScope, _ partition: String?) throws {
    // A model without indexes drops the indexes that an earlier version of the model declared.
    let declared = M.indexes
    if !declared.isEmpty || scope.hasDeclaredIndexes(of: M.collectionName),
      !scope.hasCheckedIndexes(of: M.collectionName),
      !scope.hasMatchingIndexes(declared, of: M.self, in: M.collectionName)
    {
      try scope.declareIndexes(M.checkedIndexes(), of: M.collectionName)
      scope.recordMatchingIndexes(declared, of: M.self, in: M.collectionName)
    }
    if !scope.hasCheckedDefaults(of: M.self) {
      let declared = DeclaredDefaults([M.self], latest: scope.latestVersion(of:))
      try declared.check(scope.declaredShapes, scope.schemas)
      try declared.record(in: scope)
      scope.markDefaultsChecked(of: M.self)
    }
    access = scope.access(to: M.collectionName)
    place = RowLocation(partition)
  }

  /// Assigns a sequence number to a model without a number, calls `willSave`, and puts the model.
  ///
  /// The method skips numbers that rows already have. Such rows can exist, because a put without
  /// the row's Swift type does not advance the sequence.
  ///
  /// - Parameter policy: `insert`, or `overwrite` to replace a row at the model's key.
  mutating func put(
    _ model: inout M, _ policy: PutPolicy = .overwrite
  ) throws -> PutOutcome {
    let isNumbered = try number(&model)
    if M.checksSaves {
      let isThere = try policy == .overwrite && !isNumbered && isThere(model.primaryKey)
      try M.checkSave(&model, isThere ? .update : .insert)
    }
    try access.claim(M.archiveSchema)
    while true {
      var key = KeyBuffer()
      try place.encode(model.primaryKey, into: &key)
      do {
        return try access.put(
          model, forKey: key.bytes, isNumbered ? .insert : policy, isStamped: M.keepsTimestamps)
          ?? .unchanged
      } catch let error as StoreError where isNumbered && error.code == .duplicateKey {
        try M.setSequenceNumber(0, of: &model)
        try number(&model)
      }
    }
  }

  /// Returns puts whose rows helper threads can compress; `nil` if the models get sequence numbers,
  /// or if `willSave` checks each save.
  func putsAhead(_ policy: PutPolicy) -> PutsAhead? {
    if M.hasSequence || M.checksSaves { return nil }
    return PutsAhead(access, policy, isStamped: M.keepsTimestamps)
  }

  /// Archives a model, and puts this model or earlier models with the result of ``putsAhead(_:)``.
  func put(_ model: M, with puts: inout PutsAhead, _ note: (PutOutcome) -> Void) throws {
    try access.claim(M.archiveSchema)
    try place.withKey(model.primaryKey) { key in try puts.put(model, forKey: key, note) }
  }

  /// Returns whether the row at a key exists.
  private func isThere(_ key: M.PrimaryKey) throws -> Bool {
    try place.withKey(key) { key in
      try access.reading.withRow(key, .tuple, wantsValue: false) { _ in }
    }
  }

  /// Changes the row at a key if the row exists: passes the model to `body`, and saves the changed
  /// model.
  func update(_ key: M.PrimaryKey, _ body: (inout M) throws -> Void) throws -> UpdateOutcome {
    guard var model = try model(key) else { return UpdateOutcome() }
    try body(&model)
    return try replace(&model, at: key)
  }

  /// Replaces the row at a key, if the row exists; calls `willSave` even if the row does not exist.
  ///
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` with `keyChanged` if the model's key differs from `key` after `willSave`.
  ///   - Any error of the put.
  func replace(_ model: inout M, at key: M.PrimaryKey) throws -> UpdateOutcome {
    if M.checksSaves { try M.checkSave(&model, .update) }
    try model.checkKey(is: key)
    try access.claim(M.archiveSchema)
    let outcome = try place.withKey(key) { key in
      try access.put(model, forKey: key, .replace, isStamped: M.keepsTimestamps)
    }
    guard let outcome else { return UpdateOutcome() }
    return UpdateOutcome(matched: 1, changed: outcome == .unchanged ? 0 : 1)
  }

  /// Returns the stored key of a row, which begins with the partition.
  func rowKey(_ key: M.PrimaryKey) throws -> RowKey { try place.rowKey(key) }

  /// Returns the model at a key, or `nil` if the row does not exist.
  func model(_ key: M.PrimaryKey) throws -> M? {
    try access.reading.model(M.self, place, key)
  }

  /// Deletes the row at a key, and returns whether the row existed.
  func delete(_ key: M.PrimaryKey) throws -> Bool {
    try place.withKey(key) { try access.delete($0) }
  }

  /// Deletes all rows of the partition, and returns the number of deleted rows.
  ///
  /// With `resetSequence`, the sequence restarts at 1 if no row of the collection remains.
  func deleteAll(resetSequence: Bool) throws -> Int {
    let count = try access.deleteAll(in: place)
    if resetSequence, try access.reading.count() == 0 { try access.setSequence(next: 1) }
    return count
  }

  /// Assigns the next number to a model without a number, and returns whether the model got a
  /// number.
  ///
  /// The sequence continues after a greater number that the program chose.
  ///
  /// - Throws: `StoreError` with `counterOverflow` if the sequence has no further number.
  @discardableResult
  private mutating func number(_ model: inout M) throws -> Bool {
    guard M.hasSequence, var number = M.sequenceNumber(of: model) else { return false }
    let first = try next ?? access.nextInSequence()
    let isNew = number == 0
    if isNew {
      number = first
      try M.setSequenceNumber(number, of: &model)
    }
    guard number >= first else {
      next = first
      return isNew
    }
    guard number < .max else {
      throw StoreError(.counterOverflow, collection: M.collectionName, context: "sequence")
    }
    next = number + 1
    hasNewNumbers = true
    return isNew
  }

  /// Records the next number of the sequence, after the last save.
  func finish() throws {
    if hasNewNumbers, let next { try access.setSequence(next: next) }
  }
}

extension Model {
  /// Checks that the model's key equals `key`, and otherwise throws `StoreError` with `keyChanged`.
  ///
  /// The comparison uses the encoded keys, because texts that `==` treats as equal can have
  /// different bytes.
  func checkKey(is key: PrimaryKey) throws {
    let isSame = primaryKey.withKeyBytes { new in key.withKeyBytes { new.byteOrder($0) == 0 } }
    if isSame { return }
    throw StoreError(
      .keyChanged, collection: Self.collectionName, context: "\(key) to \(primaryKey)")
  }
}
