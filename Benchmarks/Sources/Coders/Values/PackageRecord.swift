public import LodeCoding

/// A record of a Debian package index: texts, most of them optional, and what else it says by name.
public struct PackageRecord: Sample {
  package let package: String
  package let version: String
  package let architecture: String
  package let section: String
  package let priority: String
  package let maintainer: String
  package let description: String
  package let size: Int
  package var installedSize: Int?
  package let filename: String?
  package let descriptionMD5: String?
  package let md5: String?
  package let sha256: String?
  package let homepage: String?
  package let depends: String?
  package let source: String?
  package let tag: String?
  package let multiArch: String?
  package let suggests: String?
  package let recommends: String?
  package let provides: String?
  package let replaces: String?
  package let breaks: String?
  package let conflicts: String?
  package let preDepends: String?
  package let others: [String: String]

  /// The size of the package.
  public var number: Int { size }
  /// ``size``.
  public static var numberField: ArchivedField<PackageRecord, Int> { .init(7) }
  /// Who maintains it.
  public var text: String { maintainer }
  /// ``maintainer``.
  public static var textField: ArchivedField<PackageRecord, String> { .init(5) }

  /// The numbers and the texts.
  public var plain: PlainRecord {
    var plain = PlainRecord()
    plain.add(size)
    plain.add(installedSize ?? -1)
    for text in [
      package, version, architecture, section, priority, maintainer, description, filename,
      descriptionMD5, md5, sha256, homepage, depends, source, tag, multiArch, suggests, recommends,
      provides, replaces, breaks, conflicts, preDepends,
    ] {
      plain.add(text)
    }
    for (name, value) in others {
      plain.add(name)
      plain.add(value)
    }
    return plain
  }

  /// Takes the fields of a record of the index apart.
  public init(_ fields: [String: String]) {
    var rest = fields
    package = rest.removeValue(forKey: "Package") ?? ""
    version = rest.removeValue(forKey: "Version") ?? ""
    architecture = rest.removeValue(forKey: "Architecture") ?? ""
    section = rest.removeValue(forKey: "Section") ?? ""
    priority = rest.removeValue(forKey: "Priority") ?? ""
    maintainer = rest.removeValue(forKey: "Maintainer") ?? ""
    description = rest.removeValue(forKey: "Description") ?? ""
    size = rest.removeValue(forKey: "Size").flatMap { Int($0) } ?? 0
    installedSize = rest.removeValue(forKey: "Installed-Size").flatMap { Int($0) }
    filename = rest.removeValue(forKey: "Filename")
    descriptionMD5 = rest.removeValue(forKey: "Description-md5")
    md5 = rest.removeValue(forKey: "MD5sum")
    sha256 = rest.removeValue(forKey: "SHA256")
    homepage = rest.removeValue(forKey: "Homepage")
    depends = rest.removeValue(forKey: "Depends")
    source = rest.removeValue(forKey: "Source")
    tag = rest.removeValue(forKey: "Tag")
    multiArch = rest.removeValue(forKey: "Multi-Arch")
    suggests = rest.removeValue(forKey: "Suggests")
    recommends = rest.removeValue(forKey: "Recommends")
    provides = rest.removeValue(forKey: "Provides")
    replaces = rest.removeValue(forKey: "Replaces")
    breaks = rest.removeValue(forKey: "Breaks")
    conflicts = rest.removeValue(forKey: "Conflicts")
    preDepends = rest.removeValue(forKey: "Pre-Depends")
    others = rest
  }
}

extension PackageRecord: Archivable {
  /// The fields.
  public static let archiveSchema = ArchiveSchema(
    "PackageRecord",
    fields: [
      .init("package", String.self),
      .init("version", String.self),
      .init("architecture", String.self),
      .init("section", String.self),
      .init("priority", String.self),
      .init("maintainer", String.self),
      .init("description", String.self),
      .init("size", Int.self),
      .init("installedSize", Int?.self),
      .init("filename", String?.self),
      .init("descriptionMD5", String?.self),
      .init("md5", String?.self),
      .init("sha256", String?.self),
      .init("homepage", String?.self),
      .init("depends", String?.self),
      .init("source", String?.self),
      .init("tag", String?.self),
      .init("multiArch", String?.self),
      .init("suggests", String?.self),
      .init("recommends", String?.self),
      .init("provides", String?.self),
      .init("replaces", String?.self),
      .init("breaks", String?.self),
      .init("conflicts", String?.self),
      .init("preDepends", String?.self),
      .init("others", [String: String].self),
    ])

  /// Archives the fields.
  public func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(package)
    try archive.encode(version)
    try archive.encode(architecture)
    try archive.encode(section)
    try archive.encode(priority)
    try archive.encode(maintainer)
    try archive.encode(description)
    try archive.encode(size)
    try archive.encode(installedSize)
    try archive.encode(filename)
    try archive.encode(descriptionMD5)
    try archive.encode(md5)
    try archive.encode(sha256)
    try archive.encode(homepage)
    try archive.encode(depends)
    try archive.encode(source)
    try archive.encode(tag)
    try archive.encode(multiArch)
    try archive.encode(suggests)
    try archive.encode(recommends)
    try archive.encode(provides)
    try archive.encode(replaces)
    try archive.encode(breaks)
    try archive.encode(conflicts)
    try archive.encode(preDepends)
    try archive.encode(others)
  }

  /// Reads the fields.
  public init(from archive: inout ArchiveReader) throws {
    (
      package, version, architecture, section, priority, maintainer, description, size,
      installedSize, filename, descriptionMD5, md5, sha256, homepage, depends, source, tag,
      multiArch, suggests, recommends, provides, replaces, breaks, conflicts, preDepends, others
    ) = (
      try archive.decode(0),
      try archive.decode(1),
      try archive.decode(2),
      try archive.decode(3),
      try archive.decode(4),
      try archive.decode(5),
      try archive.decode(6),
      try archive.decode(7),
      try archive.decode(8),
      try archive.decode(9),
      try archive.decode(10),
      try archive.decode(11),
      try archive.decode(12),
      try archive.decode(13),
      try archive.decode(14),
      try archive.decode(15),
      try archive.decode(16),
      try archive.decode(17),
      try archive.decode(18),
      try archive.decode(19),
      try archive.decode(20),
      try archive.decode(21),
      try archive.decode(22),
      try archive.decode(23),
      try archive.decode(24),
      try archive.decode(25)
    )
  }
}
