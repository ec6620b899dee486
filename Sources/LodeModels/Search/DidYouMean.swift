internal import LodeCoding
internal import LodeSearch
internal import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns a search text with its unknown words replaced by similar words, or `nil` without a
  /// suggestion.
  ///
  /// ```swift
  /// if let better = try store.read({ try $0.didYouMean(Recipe.self, "brad AND flour") }) {
  ///   print(better)  // bread AND flour
  /// }
  /// ```
  ///
  /// The call uses the first usable full-text index, in the order of names. A word is unknown if
  /// the index does not contain the word. The index can still contain words of deleted rows. The
  /// call does not replace operators, prefixes such as `bre*`, or names of columns.
  ///
  /// An edit inserts, deletes, or replaces a Unicode scalar, or swaps two adjacent scalars. A
  /// similar word differs by one edit, or by up to two edits if the unknown word has more than four
  /// scalars. The call prefers the fewest edits, then the most frequent word. If the index stems
  /// words, the suggestion contains stems.
  ///
  /// - Complexity: O(p log t + k log k) for each unknown word. p is the number of prefixes that
  ///   similar words can have, k the number of similar words, and t the number of terms in the
  ///   index.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `indexNotFound` if the model has no usable full-text index.
  ///   - `damaged` if the file or the index is damaged.
  ///   - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func didYouMean<M: Model>(_ type: M.Type, _ text: String) throws -> String? {
    try access(to: M.collectionName).didYouMean(text)
  }
}

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Returns a search text with its unknown words replaced by similar words, or `nil` without a
  /// suggestion.
  ///
  /// The call uses the first usable full-text index, in the order of names. A word is unknown if
  /// the index does not contain the word. The index can still contain words of deleted rows. The
  /// call does not replace operators, prefixes such as `bre*`, or names of columns.
  ///
  /// An edit inserts, deletes, or replaces a Unicode scalar, or swaps two adjacent scalars. A
  /// similar word differs by one edit, or by up to two edits if the unknown word has more than four
  /// scalars. The call prefers the fewest edits, then the most frequent word. If the index stems
  /// words, the suggestion contains stems.
  ///
  /// - Complexity: O(p log t + k log k) for each unknown word. p is the number of prefixes that
  ///   similar words can have, k the number of similar words, and t the number of terms in the
  ///   index.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `indexNotFound` if the collection has no usable full-text index.
  ///   - `damaged` if the file or the index is damaged.
  ///   - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func didYouMean(_ text: String) throws -> String? { try access.didYouMean(text) }
}

extension CollectionAccess {
  /// Returns a search text with corrected words, or `nil` without a suggestion.
  ///
  /// - Throws: `StoreError` with `indexNotFound` if the collection has no usable full-text index.
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
  /// Returns the words of a text that no document contains, with UTF-8 ranges, in text order.
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
      // Operators, prefixes, and parts of text without spaces are not corrected.
      if ["AND", "OR", "NOT", "NEAR"].contains(written) || token.isPrefix || token.joinsPrevious {
        continue
      }
      let next = token.text.upperBound
      if next < bytes.count, [UInt8(ascii: "*"), UInt8(ascii: ":")].contains(bytes[next]) {
        continue
      }
      if words.last?.range.overlaps(token.text) == true { continue }
      // A pair of characters in a longer Chinese, Japanese, or Korean text is no word.
      if number + 1 < buffer.count, buffer.tokens[number + 1].text.overlaps(token.text) { continue }
      let term = buffer.term(number).copied()
      if try PostingCursor(term.span, self) == nil { words.append((term, token.text)) }
    }
    return words
  }
}
