extension Store {
  /// The collections that have rows or were declared, in byte order of their names.
  /// - Complexity: O(number of collections).
  public func collections() throws -> [String] { try read { try $0.collections() } }

  /// The collections below a name, itself left out: `a.b` is below `a`.
  /// - Complexity: O(number of collections).
  public func collections(below name: String) throws -> [String] {
    try read { try $0.collections(below: name) }
  }

  /// The collections as a tree of the parts of their names.
  /// - Complexity: O(number of collections).
  public func collectionTree() throws -> [CollectionNode] { try read { try $0.collectionTree() } }

  /// Makes a collection that is listed without rows too.
  ///
  /// Says whether it was not declared before.
  @discardableResult
  public func declare(_ name: String) throws -> Bool { try write { try $0.declare(name) } }

  /// Gives a collection another name.
  /// - Throws: as ``WriteTransaction/rename(_:to:)``.
  public func rename(_ name: String, to newName: String) throws {
    try write { try $0.rename(name, to: newName) }
  }

  /// Removes a collection with its rows, and on request those below it.
  ///
  /// Says how many were removed.
  @discardableResult
  public func drop(_ name: String, nested: Bool = false) throws -> Int {
    try write { try $0.drop(name, nested: nested) }
  }

  /// The number of commits so far that changed something.
  public var revision: UInt64 {
    get throws { try read { try $0.revision } }
  }
}
