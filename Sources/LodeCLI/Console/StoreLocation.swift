internal import Foundation
internal import LodeLMDB
internal import LodeStore

/// Functions that open the store of a command, pass the store to a closure, and close the store.
enum StoreLocation {
  /// Opens an existing store for reading only.
  ///
  /// With `full` checking, the call checks every page before LMDB reads the file.
  static func read<R>(
    _ path: String, checking: Checking = .automatic, _ body: (Store) throws -> R
  ) throws -> R {
    var options = StoreOptions.existing(checking: checking)
    options.readOnly = true
    return try use(path, options, on: nil, body)
  }

  /// Opens an existing store for reading only, and passes one snapshot to `body`.
  static func snapshot<R>(_ path: String, _ body: (LodeStore.ReadTransaction) throws -> R) throws
    -> R
  {
    try read(path) { try $0.read(body) }
  }

  /// Opens an existing store for reading and writing.
  ///
  /// With `full` checking, the call checks every page before LMDB reads the file. The console
  /// reports the indexes that opening the store rebuilt.
  static func write<R>(
    _ path: String, on console: Console, checking: Checking = .automatic,
    _ body: (Store) throws -> R
  ) throws -> R {
    try use(path, .existing(checking: checking), on: console, body)
  }

  /// Sets the change log of an existing store.
  static func setHistory(_ policy: HistoryPolicy, of path: String) throws {
    var options = StoreOptions.existing()
    options.history = policy
    try use(path, options, on: nil) { _ in }
  }

  /// Opens an existing store for writes that `body` rolls back.
  ///
  /// A rehearsal changes nothing, so the call does not rebuild damaged indexes.
  static func rehearse<R>(_ path: String, _ body: (Store) throws -> R) throws -> R {
    let store = try Store(unmended: path, options: .existing())
    defer { store.close() }
    return try body(store)
  }

  /// Opens a store for reading and writing, and creates the store if it does not exist.
  ///
  /// A new store has a temporary name until `body` succeeds. If `body` throws, the call deletes the
  /// new store. A killed command can leave the temporary directory and new parent directories.
  static func writeOrCreate<R>(
    _ path: String, on console: Console, _ body: (Store) throws -> R
  ) throws -> R {
    switch try content(of: path) {
    case .store: return try write(path, on: console, body)
    case .nothing: return try create(path, isDirectory: false, body)
    case .emptyDirectory: return try create(path, isDirectory: true, body)
    }
  }

  private static func use<R>(
    _ path: String, _ options: StoreOptions, on console: Console?, _ body: (Store) throws -> R
  ) throws -> R {
    let store = try Store(path, options: options)
    defer { store.close() }
    for damage in store.health.rebuilt { console?.report(line: "rebuilt: \(damage)") }
    return try body(store)
  }

  private enum Content { case nothing, emptyDirectory, store }

  /// Returns the kind of content at a path.
  ///
  /// Also returns `store` for a file, and for a directory that the process cannot list.
  ///
  /// - Throws: `Failure` for a directory that has files, but no store.
  private static func content(of path: String) throws -> Content {
    guard FileManager.default.fileExists(atPath: path) else { return .nothing }
    // For a file or an unreadable directory, opening the store throws a better error.
    guard let files = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      return .store
    }
    if files.isEmpty { return .emptyDirectory }
    if files.contains(where: { $0.hasPrefix("data.mdb") }) { return .store }
    throw Failure(
      "Directory \"\(path)\" contains files, but no Lode store",
      remedy: "Nothing was changed. Name a path that does not exist.")
  }

  /// Creates a store under a temporary name, and renames the store after `body` succeeds.
  ///
  /// If `isDirectory` is true, the path is an empty directory, into which the call moves the data
  /// file of the new store.
  private static func create<R>(
    _ path: String, isDirectory: Bool, _ body: (Store) throws -> R
  ) throws -> R {
    let files = FileManager.default
    let url = URL(fileURLWithPath: path)
    let made = try makeParents(of: url)
    let draft = url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
    do {
      let result = try use(draft.path, StoreOptions(), on: nil, body)
      if isDirectory {
        let data = "data.mdb"
        try files.moveItem(
          at: draft.appendingPathComponent(data), to: url.appendingPathComponent(data))
        try files.removeItem(at: draft)
        try synchronize(url)
      } else {
        try files.moveItem(at: draft, to: url)
        try synchronize(url.deletingLastPathComponent())
      }
      return result
    } catch {
      // An error of the deletions must not replace the first error.
      try? files.removeItem(at: draft)
      for directory in made { removeIfEmpty(directory) }
      throw error
    }
  }

  /// Creates the missing directories above a path, and returns the new directories, deepest first.
  private static func makeParents(of url: URL) throws -> [URL] {
    var missing: [URL] = []
    var parent = url.deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: parent.path), parent.path != "/" {
      missing.append(parent)
      parent = parent.deletingLastPathComponent()
    }
    try Failure.file(url.path, "created") {
      for directory in missing.reversed() {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
      }
    }
    return missing
  }

  private static func removeIfEmpty(_ directory: URL) {
    // If the deletion fails, an empty directory remains.
    guard (try? FileManager.default.contentsOfDirectory(atPath: directory.path))?.isEmpty == true
    else { return }
    try? FileManager.default.removeItem(at: directory)
  }

  /// Makes the entries of a directory durable.
  private static func synchronize(_ directory: URL) throws {
    let handle = try FileHandle(forReadingFrom: directory)
    try handle.synchronize()
    try handle.close()
  }
}

extension StoreOptions {
  /// Returns the options that open only an existing store.
  static func existing(checking: Checking = .automatic) -> StoreOptions {
    var options = StoreOptions(checking: checking)
    options.create = false
    return options
  }
}
