internal import LodeLMDB

extension CursorHandle {
  /// Moves to the first key that is not lower than `start`, or to the next key if `start` is `nil`.
  ///
  /// Returns the entry, or `nil` at the end of the table. An empty `start` is the beginning of the
  /// table.
  @_lifetime(borrow self)
  func step(from start: [UInt8]?, collection: String? = nil) throws(StoreError) -> Entry? {
    do throws(LMDBError) {
      guard let start else { return try move(.next) }
      return start.isEmpty ? try move(.first) : try seek(atLeast: start.span)
    } catch {
      throw StoreError(error, collection: collection)
    }
  }
}
