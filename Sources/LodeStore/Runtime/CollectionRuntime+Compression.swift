internal import LodeCoding
internal import LodeLMDB
internal import Synchronization

extension CollectionRuntime {
  /// The compression of new values: the policy of the collection, or of the store's options.
  var compression: Compression { settings.policy ?? dictionaries.standard }

  /// Returns the compressor of new rows.
  ///
  /// Throws `damaged` if the dictionary is missing.
  func compressor(in handle: TransactionHandle) throws(StoreError) -> RowCompressor {
    if let known = knownCompressor.load() { return known }
    let number = settings.dictionary
    var dictionary: CompressionDictionary?
    if number > 0, !compression.isOff {
      dictionary = try dictionaries.dictionary(number, of: id, in: handle)
      if dictionary == nil { throw missingDictionary(number) }
    }
    return knownCompressor.storeIfNil(
      RowCompressor(BlockCompressor(compression, dictionary: dictionary)))
  }

  /// Decompresses the value of a row whose checksum the caller has verified.
  ///
  /// Throws `damaged` if the block or its dictionary is damaged, or `outOfMemory` if the system has
  /// no memory for the value.
  func decompress(
    _ block: Span<UInt8>, at key: Span<UInt8>, in handle: TransactionHandle,
    into buffer: inout DecompressionBuffer
  ) throws(StoreError) {
    do throws(CompressionError) {
      let header = try BlockHeader(block)
      // Most rows have the same dictionary as the previous row.
      let isSame = header.dictionaryID == buffer.dictionary?.id
      let dictionary = isSame ? buffer.dictionary : try rowDictionary(header, in: handle)
      try buffer.decompress(
        block, header, dictionary: dictionary, limit: RowRecord.longestValue)
    } catch {
      throw failure(error, at: key)
    }
  }

  private func rowDictionary(
    _ header: BlockHeader, in handle: TransactionHandle
  ) throws(CompressionError) -> CompressionDictionary? {
    guard let number = header.dictionaryID else { return nil }
    let isCurrent = number == settings.dictionary
    if isCurrent, let known = knownDictionary.load() { return known }
    // An unreadable dictionary counts as missing, so that the error names the row.
    let found = (try? dictionaries.dictionary(number, of: id, in: handle)) ?? nil
    if isCurrent, let found { _ = knownDictionary.storeIfNil(found) }
    return found
  }

  private func failure(_ error: CompressionError, at key: Span<UInt8>) -> StoreError {
    let place = describe(key, keyFormat ?? .raw)
    let code: StoreError.Code = error.code == .outOfMemory ? .outOfMemory : .damaged
    return StoreError(code, collection: name, context: "\(place): \(error.message)")
  }

  private func missingDictionary(_ number: UInt32) -> StoreError {
    StoreError(.damaged, collection: name, context: "dictionary \(number) is missing")
  }
}
