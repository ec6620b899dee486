public import LodeCoding
internal import LodeLMDB

/// A write, for the time of its closure: it sees what it has written, and all of it is committed or
/// none.
///
/// It can be used only inside the closure it is passed to.
///
/// ```swift
/// try store.write { transaction in
///   try transaction["accounts"].increment("ada", by: -10)
///   try transaction["accounts"].increment("bob", by: 10)
/// }
/// ```
public struct WriteTransaction: ~Copyable, ~Escapable {
  let context: WriteContext

  @_lifetime(borrow owner)
  init(_ context: WriteContext, of owner: borrowing StoreCore) {
    self.context = context
  }

  /// A collection, made by the first row that is put into it.
  public subscript(collection: String) -> CollectionWriter {
    @_lifetime(&self)
    mutating get { CollectionWriter(collection, in: &self) }
  }

  /// The revision that the store will have if this write changes something.
  public var revision: UInt64 { context.revision }

  /// Runs `body` so that its failure undoes only what it did itself.
  ///
  /// When `body` throws, the write stands as it did before the call and can go on. Savepoints nest.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction["log"].put("tried", forKey: 1)
  ///   do {
  ///     try transaction.savepoint { inner in
  ///       try inner["users"].insert("Ada", forKey: 1)
  ///     }
  ///   } catch let error as StoreError where error.code == .duplicateKey {}
  /// }
  /// ```
  ///
  /// - Complexity: O(1), and O(pages changed) at the end.
  /// - Throws: what `body` throws.
  public mutating func savepoint<R: ~Copyable>(
    _ body: (inout WriteTransaction) throws -> R
  ) throws -> R {
    let store = context.store
    return try context.savepoint { child in
      var inner = WriteTransaction(child, of: store)
      return try body(&inner)
    }
  }

  /// The collections that have rows or were declared, in byte order of their names.
  /// - Complexity: O(number of collections).
  public func collections() throws(StoreError) -> [String] {
    try CollectionListing(handle: context.handle, catalog: context.catalog).names()
  }

  /// Makes a collection that is listed without rows too.
  ///
  /// Says whether it was not declared before.
  ///
  /// - Throws: ``StoreError`` with `invalidName`, `tablesFull`.
  @discardableResult
  public mutating func declare(_ name: String) throws(StoreError) -> Bool {
    // What the state has learnt is in the catalog only then.
    context.forgetState(of: name)
    guard let info = context.catalog.collections[name] else {
      _ = try context.create(name, declared: true)
      return true
    }
    if info.isDeclared { return false }
    context.update(info.declared())
    return true
  }

  /// Decides how the values of a collection are compressed from now on; `nil` leaves it to the
  /// options of the store.
  ///
  /// The policy is stored in the file. The collection is created if it does not exist. Existing
  /// rows stay as they are; `recompress` rewrites them.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``StoreError`` with `invalidName`, `tablesFull`.
  public mutating func setCompression(
    _ compression: Compression?, forCollection name: String
  ) throws(StoreError) {
    context.forgetState(of: name)
    let info: CollectionInfo
    if let existing = context.catalog.collections[name] {
      info = existing
    } else {
      if compression == nil { return }
      info = try context.create(name, declared: false)
    }
    var settings = info.settings
    if settings.policy == compression { return }
    settings.policy = compression
    context.update(info.with(settings: settings))
  }

  /// Gives a collection another name.
  ///
  /// Its rows are not touched.
  ///
  /// - Complexity: O(1).
  /// - Throws: ``StoreError`` with `collectionNotFound`, `collectionExists`, `invalidName`.
  public mutating func rename(_ name: String, to newName: String) throws(StoreError) {
    guard let info = context.catalog.collections[name], try context.isListed(info) else {
      throw StoreError(.collectionNotFound, collection: name)
    }
    try context.rename(info, to: newName)
  }

  /// Removes a collection with its rows, and on request those below it.
  ///
  /// Says how many were removed.
  ///
  /// - Complexity: O(pages of the collections).
  @discardableResult
  public mutating func drop(_ name: String, nested: Bool = false) throws(StoreError) -> Int {
    var count = 0
    for other in try collections() where other == name || nested && isNested(other, below: name) {
      guard let info = context.catalog.collections[other] else { continue }
      try context.drop(info)
      count += 1
    }
    return count
  }

  /// Deletes the rows of a collection and of those below it; returns how many there were.
  ///
  /// - Complexity: O(pages of the collections).
  @discardableResult
  public mutating func deleteAll(nested name: String) throws -> Int {
    var count = 0
    for other in try collections() where other == name || isNested(other, below: name) {
      count += try self[other].deleteAll()
    }
    return count
  }
}
