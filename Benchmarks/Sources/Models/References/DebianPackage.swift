internal import Coders
public import LodeCoding
public import LodeModels

/// A package of the index as a program would model it: what it depends on are references to other
/// packages.
public struct DebianPackage: Equatable, Sendable {
  /// A package that another one needs.
  struct Dependency: Equatable, Sendable {
    /// The package; it need not be in the index.
    let package: Ref<DebianPackage>
    /// Which versions will do, as `>= 2.34`.
    let condition: String?
  }

  /// The name.
  public let name: String
  let version: String
  let section: String
  let maintainer: String
  let description: String
  let installedSize: Int
  let depends: [Dependency]

  /// What it adds to a digest.
  var sum: UInt64 {
    weight(name) &+ weight(version) &+ weight(section) &+ weight(maintainer)
      &+ weight(description) &+ weight(installedSize) &+ UInt64(depends.count)
  }

  init(_ record: PackageRecord) {
    name = record.package
    version = record.version
    section = record.section
    maintainer = record.maintainer
    description = record.description
    installedSize = record.installedSize ?? 0
    depends = (record.depends ?? "").split(separator: ",").compactMap(Dependency.init)
  }
}

extension DebianPackage.Dependency {
  /// Reads "name:any (>= 1) | other"; of alternatives the first counts.
  init?(_ text: Substring) {
    let first = text.prefix { $0 != "|" }
    let name = first.drop { $0 == " " }.prefix { !" (:".contains($0) }
    if name.isEmpty { return nil }
    package = Ref(String(name))
    let condition = first.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
    self.condition = condition.isEmpty ? nil : String(condition)
  }
}

extension DebianPackage: Archivable, Model {
  /// The packages.
  public static let collectionName = "debian"
  /// The name.
  public static let keyFields = ["name"]
  /// The name.
  public var primaryKey: String { name }

  /// The fields.
  public static let archiveSchema = ArchiveSchema(
    "DebianPackage",
    fields: [
      .init("name", String.self), .init("version", String.self), .init("section", String.self),
      .init("maintainer", String.self), .init("description", String.self),
      .init("installedSize", Int.self), .init("depends", [Dependency].self),
    ])

  /// Archives the fields.
  public func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(version)
    try archive.encode(section)
    try archive.encode(maintainer)
    try archive.encode(description)
    try archive.encode(installedSize)
    try archive.encode(depends)
  }

  /// Reads the fields.
  public init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    version = try archive.decode(1)
    section = try archive.decode(2)
    maintainer = try archive.decode(3)
    description = try archive.decode(4)
    installedSize = try archive.decode(5)
    depends = try archive.decode(6)
  }
}

extension DebianPackage.Dependency: Archivable {
  static let archiveSchema = ArchiveSchema(
    "DebianPackage.Dependency",
    fields: [.init("package", Ref<DebianPackage>.self), .init("condition", String?.self)])

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(package)
    try archive.encode(condition)
  }

  init(from archive: inout ArchiveReader) throws {
    package = try archive.decode(0)
    condition = try archive.decode(1)
  }
}
