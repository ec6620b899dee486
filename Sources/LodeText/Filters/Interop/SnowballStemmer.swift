#if Stemming
  internal import CStemmer

  /// A stemmer of libstemmer, with the rules of one language.
  ///
  /// Sendable: the library has no state besides the stemmer. ``LanguageStemmer`` passes each
  /// stemmer to one caller at a time.
  @safe
  struct SnowballStemmer: @unchecked Sendable {
    private let raw: OpaquePointer

    /// The languages of the library, sorted.
    static let languages: [String] = {
      // Unsafe: the library's list is constant, and a null pointer ends the list.
      var names: [String] = []
      guard var place = unsafe sb_stemmer_list() else { return [] }
      while let name = unsafe place.pointee {
        unsafe names.append(String(cString: name))
        unsafe place += 1
      }
      return names.sorted()
    }()

    /// Creates the stemmer of a language; `nil` if the library does not have the language, or no
    /// memory is available.
    init?(language: String) {
      // Unsafe: the library reads the strings only during the call.
      guard let raw = unsafe sb_stemmer_new(language, "UTF_8") else { return nil }
      unsafe self.raw = raw
    }

    /// Frees the stemmer.
    ///
    /// Unsafe: callers must not use a copy of the stemmer afterwards. ``LanguageStemmer`` frees
    /// only stemmers that no caller uses.
    func free() { unsafe sb_stemmer_delete(raw) }

    /// Reduces a word to its stem.
    ///
    /// If no memory is available, the word stays unchanged.
    func stem(_ word: inout [UInt8]) {
      // Unsafe: the library reads the word only during the call, and the closure copies the stem
      // before the next call.
      let stem: [UInt8]? = unsafe word.withUnsafeBufferPointer { bytes in
        guard
          let answer = unsafe sb_stemmer_stem(raw, bytes.baseAddress, Int32(clamping: bytes.count))
        else { return nil }
        let count = unsafe Int(sb_stemmer_length(raw))
        return unsafe Array(UnsafeBufferPointer(start: answer, count: count))
      }
      if let stem { word = stem }
    }
  }
#endif
