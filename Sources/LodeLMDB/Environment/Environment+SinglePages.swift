extension Environment {
  /// Runs a closure whose reads get only the pages that they use from the disk.
  ///
  /// By default, the system also reads the pages around a page that is not in the page cache, and
  /// the reader waits for these pages too. Loading a catalog needs a few single pages. If a read of
  /// the closure enters a branch for the first time, Lode requests all pages below at once.
  ///
  /// Other reads of the environment during the call get single pages too.
  package func readingSinglePages<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    // A map that replaces this map in the closure has the default.
    let map = try? admission.withHandle { (handle) throws(LMDBError) in handle.maps?.newest }
    map?.readsSinglePages = true
    defer { map?.readsSinglePages = false }
    return try body()
  }
}
