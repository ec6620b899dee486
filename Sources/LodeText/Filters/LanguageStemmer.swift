#if Stemming
  internal import Synchronization

  /// The pool of stemmers for a language, with one stemmer for each concurrent caller.
  final class LanguageStemmer: WordStemmer {
    private let language: String
    private let idle: Mutex<[SnowballStemmer]>

    init?(_ language: String) {
      guard let first = SnowballStemmer(language: language) else { return nil }
      self.language = language
      idle = Mutex([first])
    }

    deinit {
      for stemmer in idle.withLock({ $0 }) { stemmer.free() }
    }

    func stem(_ tokens: inout TokenBuffer) {
      // If no memory for another stemmer is available, the words stay unchanged.
      guard let stemmer = idle.withLock({ $0.popLast() }) ?? SnowballStemmer(language: language)
      else { return }
      tokens.rewriteTerms(stemmer.stem)
      idle.withLock { $0.append(stemmer) }
    }

    /// Returns a number that identifies the rules of a language.
    ///
    /// The library reports no version of its rules, so the number is a hash of the stems of sample
    /// words.
    static func version(of language: String) -> Int {
      if let known = versions.withLock({ $0[language] }) { return known }
      let version = triedVersion(of: language)
      versions.withLock { $0[language] = version }
      return version
    }

    private static let versions = Mutex<[String: Int]>([:])

    private static func triedVersion(of language: String) -> Int {
      guard let stemmer = SnowballStemmer(language: language) else { return 0 }
      defer { stemmer.free() }
      var hash: UInt32 = 0x811C_9DC5
      for word in probes.utf8.split(separator: UInt8(ascii: " ")) {
        var bytes = Array(word)
        stemmer.stem(&bytes)
        for byte in bytes + [0] { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
      }
      return Int(hash)
    }

    private static let probes = """
      connections generously communism skies dying inning proceed happily organization national \
      häuser übungen freundlichkeiten katzen straßen continuellement chevaux majestueusement nationalité \
      cantábamos rápidamente nacionalidad cantando abbandonata velocemente nazionalità rapidamente cantavam \
      fietsen mogelijkheden lichamelijk jaktkarlarna friheten möjligheten opportunities indtage hestene \
      talossanikin kauneimmat házaimban legszebb evlerimizden kitaplar вазирует красивейшими домами \
      книгами ἀνθρώπων ανθρώπους όμορφα frumoaselor caselor cases boniques etxeetan ederrenak والكتاب \
      घरों पुस्तकें வீடுகளில் mempertimbangkan pelajaran gyvenimas namuose घरहरु гарних книжок tithe
      """
  }
#endif
