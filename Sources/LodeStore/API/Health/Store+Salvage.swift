internal import Foundation
internal import LodeLMDB

extension Store {
  /// Copies every readable row of a damaged store into a new store.
  ///
  /// The damaged store need not open: the file can be truncated, and any page can be damaged. The
  /// call does not change the damaged store. During the call, other programs must not write to the
  /// damaged store.
  ///
  /// The new store has all readable collections, schemas, dictionaries, blobs, and index
  /// definitions. The checksum of each copied row matches the bytes, the key, and the collection of
  /// the row. In place of lost rows, the new store can contain rows of earlier commits, which can
  /// be outdated or deleted. ``SalvageReport/Collection/older`` is the number of these rows.
  ///
  /// The call builds the indexes from the rows, except an index that needs functions, tokenizers,
  /// synonyms, or a migration plan of the program. To build such an index, open the new store with
  /// the program's models. Without models, define the index again, and call
  /// ``buildIndexes(of:progress:)``.
  ///
  /// ```swift
  /// let report = try Store.salvage("people.lode", into: "rescued.lode")
  /// for collection in report.collections { print(collection.name, collection.rows) }
  /// ```
  ///
  /// After a failure, no new store exists. An existing `newPath` stays unchanged.
  ///
  /// - Parameters:
  ///   - path: The directory of the damaged store, or its data file.
  ///   - newPath: The directory of the new store, which must not exist.
  ///   - options: The options with which the call opens the new store. The call ignores
  ///     ``StoreOptions/create`` and ``StoreOptions/readOnly``.
  /// - Returns: The recovered and the lost rows of each collection.
  /// - Complexity: O(n log n + p) for n rows and p pages of the file.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `pathInUse` if `newPath` exists.
  ///   - `notFound` if the damaged store, or the directory above `newPath`, does not exist.
  ///   - `notAStore` if the file has no page of a store.
  ///   - `permissionDenied` if the process has no permission to read the file or to create the new
  ///     store.
  ///   - `diskFull` if the disk is full.
  ///   - `inputOutput` if reading or writing fails.
  ///   - `unsupportedFilesystem` if the new store is on a network or user-space file system, and
  ///     the options do not allow these file systems.
  ///   - `invalidOption` if an option has an invalid value.
  ///   - `outOfMemory` if the system has no memory for a row, or no address space for the file.
  ///   - `damaged` if a copied row cannot be read, although its checksum is valid.
  public static func salvage(
    _ path: String, into newPath: String, options: StoreOptions = .init()
  ) throws -> SalvageReport {
    try options.validate()
    // This check comes before reading the damaged file. A symbolic link without a target also has
    // attributes.
    if (try? FileManager.default.attributesOfItem(atPath: newPath)) != nil {
      throw StoreError(.pathInUse, context: newPath)
    }
    let source = try SalvageSource(path: path)
    try StoreSalvage.claim(newPath)
    do {
      return try Interruption.suspended { try salvaged(source, path, into: newPath, options) }
    } catch {
      // An error of the removal must not replace the first error.
      try? FileManager.default.removeItem(atPath: newPath)
      throw error
    }
  }

  private static func salvaged(
    _ source: SalvageSource, _ path: String, into newPath: String, _ options: StoreOptions
  ) throws -> SalvageReport {
    var salvage = try StoreSalvage(source, path: path, newPath: newPath, options.environment)
    var report: SalvageReport
    do {
      report = try salvage.run()
    } catch let error as LMDBError {
      throw StoreError(error)
    }
    var options = options
    (options.create, options.readOnly) = (false, false)
    let store = try Store(newPath, options: options)
    defer { store.close() }
    try store.queue.write(.durable) { try BlobWriting($0)?.recount() }
    try store.buildIndexes()
    report.problems += try store.verify().problems
    return report
  }
}
