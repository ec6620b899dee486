public import BenchHarness
public import Coders
internal import LodeModels

/// Packages, and what following their references must give.
public final class PackageSet {
  /// The packages, the first of each name.
  public let packages: [DebianPackage]
  private let byName: [String: DebianPackage]

  /// Makes the packages of some records.
  public init(_ records: [PackageRecord]) {
    var byName: [String: DebianPackage] = [:]
    packages = records.compactMap { record in
      let package = DebianPackage(record)
      return byName.updateValue(package, forKey: package.name) == nil ? package : nil
    }
    // Of two records with one name the first was kept above.
    self.byName = Dictionary(packages.map { ($0.name, $0) }) { first, _ in first }
  }

  /// What reading these packages with all that they depend on must give.
  public func digest(_ names: [String]) -> Digest {
    var digest = Digest()
    for name in names {
      guard let package = byName[name] else { continue }
      digest.add(sum: package.sum)
      for dependency in package.depends {
        if let target = byName[dependency.package.key] { digest.add(sum: target.sum) }
      }
    }
    return digest
  }
}

/// A store of packages that refer to each other.
public struct PackageStore {
  /// Inserts all packages in one transaction.
  public let insert: ([DebianPackage]) throws -> Void
  /// Reads the packages of these names, and each that they depend on, in one snapshot.
  public let follow: ([String]) throws -> Digest
  /// Counts which of the packages are stored exactly as they were inserted.
  public let countEqual: ([DebianPackage]) throws -> Int
  /// Closes it.
  public let close: () throws -> Void
}
