internal import Foundation
internal import LodeCLI
public import LodeModels

extension MigrationFixture {
  /// Records a new store as a fixture.
  ///
  /// Record one fixture for each release, when the models of the release are final.
  ///
  /// ```swift
  /// try MigrationFixture.record("Fixtures/1.dump", models: [Person.self]) { store in
  ///   try store.insert(Person(id: 1, email: "ada@example.org"))
  /// }
  /// ```
  ///
  /// Insert rows with everything that users can have, for example each type, each case of an
  /// enumeration, absent and empty values, and partitions. If the path ends with `.dump`, the
  /// fixture is a text file that reviewers can read. At any other path, the fixture is the
  /// directory of a store. After a failure, delete a partial file or an empty directory that
  /// remains at `path`.
  ///
  /// - Parameters:
  ///   - path: The path of the fixture. A relative path is resolved against the directory of
  ///     `file`.
  ///   - models: The models of the release.
  ///   - file: A source file; by default the calling file.
  ///   - fill: Inserts the rows into the store.
  /// - Returns: The recorded fixture.
  /// - Complexity: O(size of the store).
  /// - Throws: One of these errors:
  ///   - ``FixtureError`` if the path exists, because the fixture of a release never changes.
  ///   - ``FixtureError`` if the path ends with `.dump`, and `lode dump` fails.
  ///   - Any error that `fill` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the default of a field cannot be archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if an index names a field
  ///     that its model does not have.
  ///   - `StoreError` with `invalidModel` or `invalidIndex` if a model or an index is invalid.
  ///   - `StoreError` with `diskFull`, `permissionDenied`, or `inputOutput` if the fixture cannot
  ///     be written.
  ///   - Any Foundation error if a directory cannot be created, or the dump cannot be written.
  ///   - Any other error of opening or copying a store.
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

  /// Records an existing store as a fixture, for example a store that a user sent.
  ///
  /// If the path ends with `.dump`, the fixture is a text file that reviewers can read. At any
  /// other path, the fixture is the directory of a store. The recorded store stays open and
  /// unchanged. After a failure, delete a partial file or an empty directory that remains at
  /// `path`.
  ///
  /// ```swift
  /// let store = try Store("sent.lode")
  /// try MigrationFixture.record(store, at: "Fixtures/sent.dump")
  /// ```
  ///
  /// - Parameters:
  ///   - store: The store to record.
  ///   - path: The path of the fixture. A relative path is resolved against the directory of
  ///     `file`.
  ///   - file: A source file; by default the calling file.
  /// - Returns: The recorded fixture.
  /// - Complexity: O(size of the store).
  /// - Throws: One of these errors:
  ///   - ``FixtureError`` if the path exists, because the fixture of a release never changes.
  ///   - ``FixtureError`` if the path ends with `.dump`, and `lode dump` fails.
  ///   - `StoreError` with `nestedWrite` inside a write of the store, or `closed` if the store is
  ///     closed.
  ///   - `StoreError` with `damaged` if stored data is damaged, `forked` if a parent process opened
  ///     the store, or `readersFull` if no reader slot is free.
  ///   - `StoreError` with `busy` if another process reserved more address space for the file, and
  ///     an open read prevents the same in this process.
  ///   - `StoreError` with `outOfMemory` if the system has no memory for a larger map, or
  ///     `commitOutcomeUnknown` after a write that failed with this code.
  ///   - `StoreError` with `diskFull`, `permissionDenied`, or `inputOutput` if the fixture cannot
  ///     be written.
  ///   - Any Foundation error if a directory cannot be created, or the dump cannot be written.
  @discardableResult
  public static func record(
    _ store: Store, at path: String, beside file: String = #filePath
  ) throws -> MigrationFixture {
    let path = absolute(path, beside: file)
    guard fileType(at: path) == nil else {
      throw FixtureError(
        "\"\(path)\" exists, and the fixture of a release never changes. Choose another path.")
    }
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    guard path.hasSuffix(".dump") else {
      try store.copy(to: path, compacting: true)
      return try MigrationFixture(path)
    }
    // The tool opens a store by its path, and a process can open a store only once.
    let folder = try FixtureFolder()
    try store.copy(to: folder.store)
    try tool(["dump", folder.store]).write(to: URL(fileURLWithPath: path))
    return try MigrationFixture(path)
  }
}
