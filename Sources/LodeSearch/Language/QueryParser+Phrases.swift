// Words, quoted texts, and the operators inside phrases.
extension QueryParser {
  /// Reads a phrase, or words that punctuation joins.
  ///
  /// Returns `.all` for `*:*`, `.nothing` for quoted text without words, and `nil` for other text
  /// without words. If `inNear` is `true`, a comma ends a word.
  mutating func phrase(
    within columns: SearchColumns?, inNear: Bool
  ) throws(SearchSyntaxError) -> SearchExpression? {
    var (phrase, parts, hasQuotes) = (SearchPhrase([], columns: columns), 0, false)
    var last: QueryRun?
    if text.has(QuerySign.caret, at: offset) {
      phrase.isFirst = true
      offset = text.skippingSpace(from: offset + 1)
      // The parser ignores a caret at the end of a group or of the query.
      if offset >= text.end || text.has(QuerySign.close, at: offset) { return nil }
    }
    repeat {
      offset = text.skippingSpace(from: offset)
      let isQuoted = text.has(QuerySign.quote, at: offset)
      let run = isQuoted ? try quotedRun() : try bareRun(inNear: inNear)
      if phrase.words.isEmpty, run.isFirst { phrase.isFirst = true }
      run.words.forEach { phrase.append($0) }
      hasQuotes = hasQuotes || isQuoted
      (last, parts) = (run, parts + 1)
    } while skipPlus()
    if last?.isAll == true, parts == 1 { return .all }
    guard !phrase.words.isEmpty else { return hasQuotes ? .nothing : nil }
    return last?.isSeveral == true && parts == 1 ? .words(phrase) : .phrase(phrase)
  }

  /// Skips a plus sign and white space before the next part of the phrase.
  ///
  /// Returns `false` if no part follows.
  private mutating func skipPlus() -> Bool {
    let plus = text.skippingSpace(from: offset)
    guard text.has(QuerySign.plus, at: plus) else { return false }
    let next = text.skippingSpace(from: plus + 1)
    guard next < text.end,
      QueryText.isNameByte(text[next]) || text[next] == QuerySign.quote
        || text[next] == QuerySign.caret
    else { return false }
    offset = next
    return true
  }

  private mutating func quotedRun() throws(SearchSyntaxError) -> QueryRun {
    let opening = offset
    var (inside, isClosed): ([UInt8], Bool) = ([], false)
    offset += 1
    while offset < text.end, !isClosed {
      let byte = text[offset]
      offset += 1
      if byte == QuerySign.quote {
        isClosed = !text.has(QuerySign.quote, at: offset)
        if !isClosed { offset += 1 }
      }
      if !isClosed { inside.append(byte) }
    }
    guard isClosed || completesLastWord else {
      throw SearchSyntaxError(.unterminatedQuote, at: opening)
    }
    var run = QueryRun(String(decoding: inside, as: UTF8.self), isBare: false)
    let star = text.skippingSpace(from: offset)
    if isClosed, text.has(QuerySign.star, at: star), run.completeLastWord() { offset = star + 1 }
    if !isClosed { _ = run.completeLastWord() }
    return run
  }

  private mutating func bareRun(inNear: Bool) throws(SearchSyntaxError) -> QueryRun {
    let stops = [QuerySign.quote, QuerySign.open, QuerySign.close]
    var end = text.endOfRun(
      from: offset, stoppingAt: stops + [QuerySign.plus] + (inNear ? [QuerySign.comma] : []))
    if end == offset { end = text.endOfRun(from: offset, stoppingAt: stops) }
    guard end > offset else {
      let sign = offset < text.end ? text.string(offset..<offset + 1) : "the end"
      throw SearchSyntaxError(.unexpected(sign), at: offset)
    }
    var run = QueryRun(text.string(offset..<end), isBare: true)
    offset = end
    if completesLastWord, end == text.end { _ = run.completeLastWord() }
    return run
  }
}
