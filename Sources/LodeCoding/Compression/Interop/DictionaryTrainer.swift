import CZstd

/// The interface to zstd's dictionary training.
enum DictionaryTrainer {
  /// Returns the bytes of a trained dictionary, or `nil` if zstd cannot train from the samples.
  static func train(from samples: [ArraySlice<UInt8>], capacity: Int) -> [UInt8]? {
    let capacity = min(capacity, 1 << 20)
    let joined = Array(samples.joined())
    let sizes = samples.map(\.count)
    guard capacity >= 256, !joined.isEmpty, let count = UInt32(exactly: sizes.count) else {
      return nil
    }
    var length = 0
    // Unsafe: the sizes are the lengths of the joined samples, and zstd writes at most `capacity`
    // bytes.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      let made = unsafe ZDICT_trainFromBuffer(buffer.baseAddress, capacity, joined, sizes, count)
      length = ZDICT_isError(made) == 0 ? made : 0
      filled = length
    }
    return length > 0 ? bytes : nil
  }
}
