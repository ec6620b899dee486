extension CompressionDictionary {
  /// Trains a dictionary from samples of the values to compress.
  ///
  /// Reserves at most about one eighth of the samples for a test. Returns `nil` in these cases:
  ///
  /// - The compressed test samples are not at least one twentieth shorter with the dictionary than
  ///   without.
  /// - `samples` has fewer than 32 samples.
  /// - zstd cannot train a dictionary, for example because the samples have too few bytes.
  ///
  /// ```swift
  /// let samples = (0..<1_000).map { Array("{\"name\": \"user\", \"age\": \($0)}".utf8) }
  /// if let dictionary = CompressionDictionary.train(from: samples, id: 1) {
  ///   print(dictionary.bytes.count)  // 65,536 at most
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - samples: The samples, such as the bytes of existing rows.
  ///   - id: The number that identifies the dictionary in blocks.
  ///   - capacity: The maximum size of the dictionary in bytes; the default suits most values. A
  ///     capacity above 1 MB counts as 1 MB. With a capacity below 256 bytes, the result is `nil`.
  /// - Complexity: O(n) for n bytes of samples, of which at most 8 MB are used. Training with 8 MB
  ///   takes up to 0.9 s.
  public static func train(
    from samples: [[UInt8]], id: UInt32, capacity: Int = 65_536
  ) -> CompressionDictionary? {
    guard samples.count >= 32 else { return nil }
    let step = max(8, samples.count / 256)
    var (seen, unseen): ([ArraySlice<UInt8>], [[UInt8]]) = ([], [])
    for (index, sample) in thinned(samples).enumerated() {
      if index % step == 0 { unseen.append(Array(sample)) } else { seen.append(sample) }
    }
    // A trained dictionary that zstd refuses to load also gives `nil`.
    guard let bytes = DictionaryTrainer.train(from: seen, capacity: capacity),
      let dictionary = try? CompressionDictionary(bytes, id: id), dictionary.helps(unseen)
    else { return nil }
    return dictionary
  }

  /// Returns every nth sample, so that the total is about 8 MB at most; each sample is truncated to
  /// 64 KB.
  ///
  /// A value above 64 KB compresses well without a dictionary.
  private static func thinned(_ samples: [[UInt8]]) -> [ArraySlice<UInt8>] {
    let longest = 1 << 16
    let total = samples.reduce(0) { $0 + min($1.count, longest) }
    let step = total / (8 << 20) + 1
    return stride(from: 0, to: samples.count, by: step).map { samples[$0].prefix(longest) }
  }

  /// Returns whether blocks are at least one twentieth shorter with the dictionary than without.
  private func helps(_ records: [[UInt8]]) -> Bool {
    func size(_ compressor: BlockCompressor) -> Int {
      records.reduce(0) { $0 + compressor.compress($1.span).count }
    }
    let without = size(BlockCompressor())
    return size(BlockCompressor(dictionary: self)) <= without - without / 20
  }
}
