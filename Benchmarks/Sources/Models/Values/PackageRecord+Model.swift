public import Coders
internal import LodeCoding
internal import LodeModels
public import ModelPeers

extension PackageRecord: ModelSample {
  /// C's packages.
  public static var modelType: model_type { MODEL_PACKAGE }
  /// The packages.
  public static let collectionName = "packages"
  /// The name.
  public static let keyFields = ["package"]
  /// The package's name.
  public var primaryKey: String { package }

  /// The name, the sizes and the other texts; behind them, in turn, names and values of what else
  /// there is.
  public var plainObject: PlainObject {
    var plain = PlainObject(key: Array(package.utf8))
    plain.add(size)
    plain.add(installedSize ?? -1)
    for text in [
      version, architecture, section, priority, maintainer, description, filename, descriptionMD5,
      md5, sha256, homepage, depends, source, tag, multiArch, suggests, recommends, provides,
      replaces, breaks, conflicts, preDepends,
    ] {
      plain.add(text)
    }
    for (name, value) in others {
      plain.add(name)
      plain.add(value)
    }
    return plain
  }

  /// All properties.
  public var sum: UInt64 {
    let name = package.utf8.span
    // The pointer does not outlive the call.
    var all = unsafe name.withUnsafeBytes { unsafe weight(key: $0) }
    all &+= weight(size)
    all &+= weight(installedSize ?? -1) &+ weight(version) &+ weight(architecture)
    all &+= weight(section) &+ weight(priority) &+ weight(maintainer)
    all &+= weight(description) &+ weight(filename) &+ weight(descriptionMD5)
    all &+= weight(md5) &+ weight(sha256) &+ weight(homepage) &+ weight(depends)
    all &+= weight(source) &+ weight(tag) &+ weight(multiArch) &+ weight(suggests)
    all &+= weight(recommends) &+ weight(provides) &+ weight(replaces)
    all &+= weight(breaks) &+ weight(conflicts) &+ weight(preDepends)
    for (name, value) in others { all &+= weight(name) &+ weight(value) }
    return all
  }
}
