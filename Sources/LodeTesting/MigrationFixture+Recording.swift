internal import Foundation
internal import LodeCLI
public import LodeModels

extension MigrationFixture {
  /// Keeps a store as a fixture: once for each release, when its models are what they will be.
  ///
  /// ```swift
  /// try MigrationFixture.record("Fixtures/1.dump", models: [Person.self]) { store in
  ///   try store.insert(Person(id: 1, email: "ada@example.org"))
  /// }
  /// ```
  ///
  /// Put everything into it that users have: each type and each case of an enumeration, absent
  /// values and empty ones, rows in partitions. A path that ends with `.dump` is written as text,
  /// which shows in reviews what is in it; else it is the directory of a store.
  ///
  /// - Parameters:
  ///   - path: where it is kept; a relative path begins at the folder of the file that calls this.
  ///   - models: the models of the release.
  ///   - file: the file that calls this.
  ///   - fill: puts rows into the store.
  /// - Throws: ``FixtureError`` when there is something at the path, since the fixture of a release
  ///   never changes; what `fill` throws.
  @discardableResult
  public static func record(
    _ path: String, models: [any Model.Type] = [], beside file: String = #filePath,
    _ fill: (Store) throws -> Void
  ) throws -> MigrationFixture {
    let folder = try FixtureFolder()
    let store = try Store(folder.store, models: models)
    defer { store.close() }
    try fill(store)
    return try record(store, at: path, beside: file)
  }

  /// Keeps an existing store as a fixture, such as one that a user sent.
  ///
  /// As the form that fills a store.
  @discardableResult
  public static func record(
    _ store: Store, at path: String, beside file: String = #filePath
  ) throws -> MigrationFixture {
    let path = absolute(path, beside: file)
    guard case .nothing = PathContent(path) else {
      throw FixtureError("there is one at \(path), and that of a release never changes")
    }
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    guard path.hasSuffix(".dump") else {
      try store.copy(to: path, compacting: true)
      return try MigrationFixture(path)
    }
    // A store is open once in a process.
    let folder = try FixtureFolder()
    try store.copy(to: folder.store)
    try tool(["dump", folder.store]).write(to: URL(fileURLWithPath: path))
    return try MigrationFixture(path)
  }
}
