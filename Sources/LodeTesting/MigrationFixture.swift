internal import Foundation
internal import LodeCLI

/// A store as a released version of a program left it, which every later version has to take to its
/// own models.
///
/// Keep one for each release beside the tests, and never change it:
///
/// ```swift
/// let fixture = try MigrationFixture("Fixtures/1.lode")
/// let migrated = try fixture.migrate(to: [Person.self], by: plan)
/// try migrated.expectAllRows()
/// try migrated.expect(Person(id: 1, email: "ada@example.org"))
/// ```
///
/// It is the directory of a store, or a file that `lode dump` wrote. What is migrated is a copy.
public struct MigrationFixture: Sendable, Hashable {
  /// The path of the directory or the file.
  public let path: String

  /// Finds a fixture.
  ///
  /// - Parameters:
  ///   - path: the directory or the file; a relative path begins at the folder of the file that
  ///     calls this.
  ///   - file: the file that calls this.
  /// - Throws: ``FixtureError`` when there is nothing.
  public init(_ path: String, beside file: String = #filePath) throws(FixtureError) {
    self.path = absolute(path, beside: file)
    if case .nothing = PathContent(self.path) {
      throw FixtureError("there is none at \(self.path)")
    }
  }

  /// All fixtures in a folder, in the order of their names, for a test that is run with each of
  /// them.
  ///
  /// Names that begin with a dot are passed over.
  ///
  /// ```swift
  /// for fixture in try MigrationFixture.all(in: "Fixtures") {
  ///   try fixture.migrate(to: [Person.self], by: plan).expectAllRows()
  /// }
  /// ```
  ///
  /// - Throws: ``FixtureError`` when there is no such folder, or nothing in it.
  public static func all(
    in folder: String, beside file: String = #filePath
  ) throws -> [MigrationFixture] {
    let path = absolute(folder, beside: file)
    guard case .directory = PathContent(path) else {
      throw FixtureError("\(path) is no folder")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { !$0.hasPrefix(".") }
    if names.isEmpty { throw FixtureError("there is none in \(path)") }
    return try names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { try MigrationFixture(path + "/" + $0) }
  }

  /// Makes a copy that can be opened.
  func copy() throws -> FixtureFolder {
    let folder = try FixtureFolder()
    if case .file = PathContent(path) {
      try Self.tool(["load", folder.store, path])
      return folder
    }
    let files = FileManager.default
    try files.createDirectory(atPath: folder.store, withIntermediateDirectories: false)
    // Beside it may lie what only those need who have the store open.
    let data = "/data.mdb"
    guard files.fileExists(atPath: path + data) else {
      throw FixtureError("\(path) holds no store")
    }
    try files.copyItem(atPath: path + data, toPath: folder.store + data)
    return folder
  }

  /// Runs a command of `lode`, and returns what it printed.
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
