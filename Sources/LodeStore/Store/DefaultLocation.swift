import Foundation

extension Store {
  /// The directory of the store of a name at the program's default place.
  ///
  /// The place is the user's folder for program data: `Library/Application Support/PROGRAM` on
  /// macOS, `$XDG_DATA_HOME/PROGRAM` or `~/.local/share/PROGRAM` on Linux, where PROGRAM is the
  /// bundle's identifier or the process's name. The store is the folder `NAME.lode` there. Opening
  /// it makes folders that are missing.
  ///
  /// - Throws: ``StoreError`` with `invalidName` when the name is empty, begins with a dot or
  ///   contains a slash or a zero.
  public static func defaultPath(named name: String) throws(StoreError) -> String {
    if name.isEmpty || name.hasPrefix(".") || name.contains("/") || name.utf8.contains(0) {
      throw StoreError(.invalidName, context: "store name \"\(name)\"")
    }
    return dataFolder() + "/" + program() + "/" + name + ".lode"
  }

  private static func program() -> String {
    Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  }

  private static func dataFolder() -> String {
    #if canImport(Darwin)
      return NSHomeDirectory() + "/Library/Application Support"
    #else
      let environment = ProcessInfo.processInfo.environment
      if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder }
      return (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share"
    #endif
  }
}
