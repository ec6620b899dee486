internal import LodeCoding

// Names rows in errors about their values and keys.
extension CollectionRuntime {
  /// Adds the collection and the key to an error about the archive, the key, or the type of a row.
  ///
  /// An `ArchiveError`, a `KeyError`, or a `DecodingError` becomes a store error. A store error
  /// with `typeMismatch` gets the key, unless its context begins with a key. Every other error
  /// stays unchanged.
  @inline(never)
  func naming(_ error: any Error, at key: Span<UInt8>) -> any Error {
    let place = describe(key, keyFormat ?? .raw)
    guard let error = error as? StoreError else {
      return StoreError.reading(error, collection: name, at: place)
    }
    guard error.code == .typeMismatch, !error.context.hasPrefix("key "),
      (error.collection ?? name) == name
    else { return error }
    return StoreError(
      .typeMismatch, collection: name, context: "\(place): \(error.context)", cause: error.cause)
  }
}
