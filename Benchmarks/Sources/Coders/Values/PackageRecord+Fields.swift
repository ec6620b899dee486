extension PackageRecord {
  /// A record of these fields, for who reads them by columns.
  package init(
    package: String,
    version: String,
    architecture: String,
    section: String,
    priority: String,
    maintainer: String,
    description: String,
    size: Int,
    installedSize: Int?,
    filename: String?,
    descriptionMD5: String?,
    md5: String?,
    sha256: String?,
    homepage: String?,
    depends: String?,
    source: String?,
    tag: String?,
    multiArch: String?,
    suggests: String?,
    recommends: String?,
    provides: String?,
    replaces: String?,
    breaks: String?,
    conflicts: String?,
    preDepends: String?,
    others: [String: String]
  ) {
    self.package = package
    self.version = version
    self.architecture = architecture
    self.section = section
    self.priority = priority
    self.maintainer = maintainer
    self.description = description
    self.size = size
    self.installedSize = installedSize
    self.filename = filename
    self.descriptionMD5 = descriptionMD5
    self.md5 = md5
    self.sha256 = sha256
    self.homepage = homepage
    self.depends = depends
    self.source = source
    self.tag = tag
    self.multiArch = multiArch
    self.suggests = suggests
    self.recommends = recommends
    self.provides = provides
    self.replaces = replaces
    self.breaks = breaks
    self.conflicts = conflicts
    self.preDepends = preDepends
    self.others = others
  }
}
