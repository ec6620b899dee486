internal import BenchHarness
internal import LodeModels
internal import LodeStore

extension ModelPeer {
  /// Those that store packages with references.
  public static let followers = [ModelPeer.lodeUncompressed, .lode] + throughGRDB

  /// Opens a store of packages.
  public func openReferences(_ directory: String) throws -> PackageStore {
    switch self {
    #if GRDB
      case .grdbRows: try grdbPackages(directory)
    #endif
    case .lode: try lodePackages(directory, compression: .automatic)
    default: try lodePackages(directory, compression: .off)
    }
  }
}

/// Models whose property is an array of references.
private func lodePackages(_ directory: String, compression: Compression) throws -> PackageStore {
  var options = StoreOptions()
  options.compression = compression
  let store = try Store(
    directory + "/packages.lode", models: [DebianPackage.self], options: options)
  return PackageStore(
    insert: { try store.insert(contentsOf: $0) },
    follow: { names in
      try store.read { transaction in
        var digest = Digest()
        for name in names {
          guard let package = try transaction.get(DebianPackage.self, name) else { continue }
          digest.add(sum: package.sum)
          for dependency in package.depends {
            if let target = try transaction.get(dependency.package) { digest.add(sum: target.sum) }
          }
        }
        return digest
      }
    },
    countEqual: { packages in
      try store.read { transaction in
        try packages.count { try transaction.get(DebianPackage.self, $0.name) == $0 }
      }
    },
    close: { store.close() })
}
