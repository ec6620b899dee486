internal import Foundation
internal import LodeCLI

/// A store that a released version of a program wrote, for tests of the migration to later models.
///
/// Keep one fixture for each release beside the tests, and never change a fixture:
///
/// ```swift
/// let fixture = try MigrationFixture("Fixtures/1.lode")
/// let migrated = try fixture.migrate(to: [Person.self], by: plan)
/// try migrated.expectAllRows()
/// try migrated.expect(Person(id: 1, email: "ada@example.org"))
/// ```
///
/// A fixture is the directory of a store, or a file that `lode dump` wrote.
/// ``migrate(to:by:in:options:)`` migrates a copy of the fixture.
public struct MigrationFixture: Sendable, Hashable {
  /// The absolute path of the directory or the file.
  public let path: String

  /// Creates a fixture from the path of a directory or a file.
  ///
  /// - Parameters:
  ///   - path: The directory or the file. A relative path is resolved against the directory of
  ///     `file`.
  ///   - file: A source file; by default the calling file.
  /// - Complexity: O(1).
  /// - Throws: ``FixtureError`` if the path does not exist.
  public init(_ path: String, beside file: String = #filePath) throws(FixtureError) {
    self.path = absolute(path, beside: file)
    if fileType(at: self.path) == nil {
      throw FixtureError("\"\(self.path)\" does not exist. Check the path.")
    }
  }

  /// Returns a fixture for each entry of a directory, sorted by the UTF-8 bytes of the names.
  ///
  /// The method skips names that begin with a dot, and does not check that the other entries are
  /// fixtures. To get one test case for each fixture, pass the result to `@Test(arguments:)`.
  ///
  /// ```swift
  /// for fixture in try MigrationFixture.all(in: "Fixtures") {
  ///   try fixture.migrate(to: [Person.self], by: plan).expectAllRows()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - folder: The directory. A relative path is resolved against the directory of `file`.
  ///   - file: A source file; by default the calling file.
  /// - Complexity: O(f log f) for f entries of the directory.
  /// - Throws: One of these errors:
  ///   - ``FixtureError`` if the path is not a directory, or if the directory has no name that
  ///     begins without a dot.
  ///   - ``FixtureError`` if an entry is a symbolic link without a target.
  ///   - Any error of `FileManager` if the directory cannot be read.
  public static func all(
    in folder: String, beside file: String = #filePath
  ) throws -> [MigrationFixture] {
    let path = absolute(folder, beside: file)
    guard fileType(at: path) == .typeDirectory else {
      throw FixtureError("\"\(path)\" is not a directory. Pass the directory of the fixtures.")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { !$0.hasPrefix(".") }
    if names.isEmpty {
      throw FixtureError("\"\(path)\" contains no fixture. Record one, or correct the path.")
    }
    return try names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { try MigrationFixture(path + "/" + $0) }
  }

  /// Copies the fixture to a temporary directory, as a store that can be opened.
  ///
  /// - Throws: ``FixtureError`` if the fixture is not a store, or if `lode load` cannot load the
  ///   file; any error of `FileManager` if copying fails.
  func copy() throws -> FixtureFolder {
    let folder = try FixtureFolder()
    if let type = fileType(at: path), type != .typeDirectory {
      try Self.tool(["load", folder.store, path])
      return folder
    }
    let files = FileManager.default
    try files.createDirectory(atPath: folder.store, withIntermediateDirectories: false)
    // The lock file and the clean-shutdown marker describe the original directory, so the copy
    // contains only `data.mdb`.
    let data = "/data.mdb"
    guard files.fileExists(atPath: path + data) else {
      throw FixtureError(
        "\"\(path)\" is not a store: no file \"data.mdb\". Pass the directory of a store, or a dump."
      )
    }
    try files.copyItem(atPath: path + data, toPath: folder.store + data)
    return folder
  }

  /// Runs a command of `lode`, and returns what the command printed.
  ///
  /// - Throws: ``FixtureError`` with the printed error if the command fails.
  @discardableResult
  static func tool(_ arguments: [String]) throws -> Data {
    var (output, errors) = (Data(), Data())
    let console = Console(
      output: Sink { output.append($0) }, errors: Sink { errors.append($0) },
      input: .nullDevice)
    guard LodeTool.run(arguments, on: console) == 0 else {
      throw FixtureError(String(decoding: errors, as: UTF8.self))
    }
    return output
  }
}

extension MigrationFixture: CustomStringConvertible {
  /// The name of the directory or the file.
  public var description: String { URL(fileURLWithPath: path).lastPathComponent }
}
