#if Stemming
  internal import CStemmer

  /// A stemmer of libstemmer: the rules of one language.
  ///
  /// Sendable: the library has no state besides the stemmer, and each stemmer has one user at a
  /// time, because ``LanguageStemmer`` passes it to one caller at a time.
  @safe
  struct SnowballStemmer: @unchecked Sendable {
    private let raw: OpaquePointer

    /// The languages of the library, sorted.
    static let languages: [String] = {
      var names: [String] = []
      guard var place = unsafe sb_stemmer_list() else { return [] }
      while let name = unsafe place.pointee {
        unsafe names.append(String(cString: name))
        unsafe place += 1
      }
      return names.sorted()
    }()

    /// The stemmer of a language; `nil` when the library does not have it, or there is no memory.
    init?(language: String) {
      guard let raw = unsafe sb_stemmer_new(language, "UTF_8") else { return nil }
      unsafe self.raw = raw
    }

    /// Gives its memory back; it must not be used again.
    func free() { unsafe sb_stemmer_delete(raw) }

    /// Takes the ending of a word; without memory the word stays as it is.
    func stem(_ word: inout [UInt8]) {
      // Unsafe: the library reads the word during the call, and its answer is copied before the
      // next one.
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
