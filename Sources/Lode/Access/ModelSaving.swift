internal import LodeCoding
internal import LodeStore

/// Puts models of one type into their collection, in one write.
struct ModelSaving<M: Model> {
  private let access: WriteAccess
  private let place: RowPlace
  /// What the sequence gives next, once it was asked.
  private var next: UInt64?
  private var hasNewNumbers = false

  init(_ scope: WriteScope, _ partition: String?) {
    access = scope.access(to: M.collectionName)
    place = RowPlace(partition)
  }

  /// Makes a row of a model that may get its number and be completed.
  mutating func insert(_ model: inout M) throws {
    try number(&model)
    if M.checksSaves { try M.checkSave(&model, .insert) }
    let model = model
    try place.withKey(model.primaryKey) { key in
      _ = try access.put(model, forKey: key, .insert, isStamped: M.keepsTimestamps)
    }
  }

  /// Makes or overwrites a row.
  mutating func put(_ model: inout M) throws -> PutOutcome {
    try number(&model)
    if M.checksSaves {
      let isThere = try place.withKey(model.primaryKey) { key in
        try access.reading.withRow(key, .tuple, wantsValue: false) { _ in }
      }
      try M.checkSave(&model, isThere ? .update : .insert)
    }
    let model = model
    return try place.withKey(model.primaryKey) { key in
      try access.put(model, forKey: key, .overwrite, isStamped: M.keepsTimestamps) ?? .unchanged
    }
  }

  /// Changes the row of a key; what `body` makes of its model is saved.
  func update(_ key: M.PrimaryKey, _ body: (inout M) throws -> Void) throws -> UpdateOutcome {
    guard var model = try model(key) else { return UpdateOutcome() }
    try body(&model)
    return try replace(&model, at: key)
  }

  /// Overwrites a row that is there.
  func replace(_ model: inout M, at key: M.PrimaryKey) throws -> UpdateOutcome {
    if M.checksSaves { try M.checkSave(&model, .update) }
    guard model.primaryKey == key else {
      throw StoreError(
        .keyChanged, collection: M.collectionName, context: "\(key) to \(model.primaryKey)")
    }
    let model = model
    let outcome = try place.withKey(key) { key in
      try access.put(model, forKey: key, .replace, isStamped: M.keepsTimestamps)
    }
    guard let outcome else { return UpdateOutcome() }
    return UpdateOutcome(matched: 1, changed: outcome == .unchanged ? 0 : 1)
  }

  /// The model of a key.
  func model(_ key: M.PrimaryKey) throws -> M? {
    try place.withKey(key) { try access.reading.model(M.self, $0) }
  }

  /// Deletes the row of a key; says whether it was there.
  func delete(_ key: M.PrimaryKey) throws -> Bool {
    try place.withKey(key) { try access.delete($0) }
  }

  /// Deletes all rows of the place.
  func deleteAll(resetSequence: Bool) throws -> Int {
    if resetSequence { try access.setSequence(next: 1) }
    return try access.deleteAll(in: place)
  }

  /// Gives the model its number if it has none, and notes those that programs chose.
  private mutating func number(_ model: inout M) throws {
    guard M.hasSequence else { return }
    let first = try next ?? access.nextInSequence()
    var number = M.sequenceNumber(of: model)
    if number == 0 {
      number = first
      try M.setSequenceNumber(number, of: &model)
    }
    guard number >= first else {
      next = first
      return
    }
    guard number < .max else {
      throw StoreError(.counterOverflow, collection: M.collectionName, context: "sequence")
    }
    next = number + 1
    hasNewNumbers = true
  }

  /// Keeps what the sequence gives next; to be called when everything was saved.
  func finish() throws {
    if hasNewNumbers, let next { try access.setSequence(next: next) }
  }
}
