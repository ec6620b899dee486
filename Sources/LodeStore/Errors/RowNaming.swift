internal import LodeCoding

// Names rows in errors about their values and keys.
extension CollectionInfo {
  /// Adds the collection and the key to an error about the archive, the key, or the type of a row.
  ///
  /// Returns every other error unchanged.
  @inline(never)
  func naming(_ error: any Error, at key: Span<UInt8>) -> any Error {
    let place = describe(key, keyFormat ?? .raw)
    switch error {
    case let error as ArchiveError: return error.inRow("collection \"\(name.shortened)\", \(place)")
    case let error as KeyError: return error.inRow("collection \"\(name.shortened)\", \(place)")
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
