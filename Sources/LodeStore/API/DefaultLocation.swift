import Foundation

extension Store {
  /// Returns the default directory for a store with the given name.
  ///
  /// The directory is `NAME.lode` in the program's data folder. On Apple platforms, the data folder
  /// is `Library/Application Support/PROGRAM` in the home directory. On Linux, the data folder is
  /// `$XDG_DATA_HOME/PROGRAM`. If `XDG_DATA_HOME` contains no absolute path, the data folder is
  /// `~/.local/share/PROGRAM`. PROGRAM is the program's bundle identifier. Without a bundle
  /// identifier, PROGRAM is the name of the process.
  ///
  /// ```swift
  /// let store = try Store(Store.defaultPath(named: "people"))
  /// ```
  ///
  /// The call creates no folders; opening the store creates missing folders.
  ///
  /// - Parameter name: The name of the store, without `.lode`.
  /// - Returns: An absolute path.
  /// - Complexity: O(1).
  /// - Throws: ``StoreError`` with `invalidName` if the name is empty, begins with a period, or
  ///   contains a slash or a null character.
  public static func defaultPath(named name: String) throws(StoreError) -> String {
    if name.isEmpty || name.hasPrefix(".") || name.contains("/") || name.utf8.contains(0) {
      throw StoreError(.invalidName, context: "store name \"\(name)\"")
    }
    return DefaultLocation.dataFolder() + "/" + DefaultLocation.program() + "/" + name + ".lode"
  }
}

/// The folder of a program's data.
private enum DefaultLocation {
  static func program() -> String {
    Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  }

  static func dataFolder() -> String {
    #if canImport(Darwin)
      return NSHomeDirectory() + "/Library/Application Support"
    #else
      let environment = ProcessInfo.processInfo.environment
      if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder }
      return (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share"
    #endif
  }
}
