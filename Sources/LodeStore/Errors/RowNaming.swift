internal import LodeCoding

// Errors about the value or the key of a row name the row.
extension CollectionInfo {
  /// Adds the collection and the key to an error of a read, if the error is about the row.
  ///
  /// All other errors come from the program's closures, and stay unchanged.
  @inline(never)
  func naming(_ error: any Error, at key: Span<UInt8>) -> any Error {
    let place = describe(key, keyFormat ?? .raw)
    switch error {
    case let error as ArchiveError: return error.inRow("collection \"\(name)\", \(place)")
    case let error as KeyError: return error.inRow("collection \"\(name)\", \(place)")
    case let error as StoreError
    where error.code == .typeMismatch && !error.context.hasPrefix("key ")
      && (error.collection ?? name) == name:
      return StoreError(
        .typeMismatch, collection: name, context: "\(place): \(error.context)",
        underlying: error.underlying)
    default: return error
    }
  }
}
