internal import LodeCoding
internal import LodeSearch
internal import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// A text with the words that no model has exchanged for those that are most like them; `nil`
  /// when there is nothing to exchange.
  ///
  /// ```swift
  /// if let better = try store.read({ try $0.didYouMean(Recipe.self, "brad AND flour") }) {
  ///   print(better)  // bread AND flour
  /// }
  /// ```
  ///
  /// Words of up to four characters may be one change off, longer ones two; of those that are
  /// equally near the most frequent one is taken. With stems for words, stems are given.
  ///
  /// - Complexity: O(words that are near · log n) for each word that is exchanged.
  /// - Throws: `StoreError` with `indexNotFound` when the model has no search index that is built,
  ///   `damaged`.
  public func didYouMean<M: Model>(_ type: M.Type, _ text: String) throws -> String? {
    try access(to: M.collectionName).didYouMean(text)
  }
}

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// A text with the words that no document has exchanged for those that are most like them; `nil`
  /// when there is nothing to exchange.
  ///
  /// - Complexity: O(words that are near · log n) for each word that is exchanged.
  /// - Throws: `StoreError` with `indexNotFound` when the collection has no search index that is
  ///   built, `damaged`.
  public func didYouMean(_ text: String) throws -> String? { try access.didYouMean(text) }
}

extension CollectionAccess {
  package func didYouMean(_ text: String) throws -> String? {
    try withTokenIndex { reader in
      var bytes = Array(text.utf8)
      var isChanged = false
      for word in try reader.unknownWords(in: text).reversed() {
        guard let better = try reader.suggestions(for: word.term, limit: 1).first else { continue }
        bytes.replaceSubrange(word.range, with: better.term)
        isChanged = true
      }
      return isChanged ? String(decoding: bytes, as: UTF8.self) : nil
    }
  }
}

extension TokenIndexReader {
  /// The words of a text that no document has, in their order.
  fileprivate func unknownWords(
    in text: String
  ) throws -> [(term: [UInt8], range: Range<Int>)] {
    guard let tokenizer = tokenizers.first else { return [] }
    let bytes = Array(text.utf8)
    var buffer = TokenBuffer()
    tokenizer.tokenize(bytes.span, for: .query, into: &buffer)
    var words: [(term: [UInt8], range: Range<Int>)] = []
    for number in 0..<buffer.count {
      let token = buffer.tokens[number]
      let written = String(decoding: bytes[token.text], as: UTF8.self)
      // Operators, beginnings of words, and pieces of what has no spaces are not misspelt.
      if ["AND", "OR", "NOT", "NEAR"].contains(written) || token.isPrefix || token.joinsPrevious {
        continue
      }
      let next = token.text.upperBound
      if next < bytes.count, [UInt8(ascii: "*"), UInt8(ascii: ":")].contains(bytes[next]) {
        continue
      }
      if words.last?.range.overlaps(token.text) == true { continue }
      // The first pair of a longer CJK run is a piece, as are the others.
      if number + 1 < buffer.count, buffer.tokens[number + 1].text.overlaps(token.text) { continue }
      let term = buffer.term(number).copied()
      if try postings(term.span) == nil { words.append((term, token.text)) }
    }
    return words
  }
}
