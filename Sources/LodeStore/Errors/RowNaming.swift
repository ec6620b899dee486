internal import LodeCoding

// Names the row in errors about its value or its key.
extension CollectionInfo {
  /// Returns an error of a read with the collection and the key, if the error is about the row.
  ///
  /// Returns every other error unchanged, because the closure of the program threw the error.
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
