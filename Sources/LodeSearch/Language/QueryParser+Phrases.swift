// Words, quoted texts, and the operators inside phrases.
extension QueryParser {
  /// Reads a phrase, or several words joined by punctuation.
  ///
  /// Returns `.all` for `*:*`, `.nothing` for quoted text without words, and `nil` for other text
  /// without words.
  mutating func phrase(
    within columns: SearchColumns?, inNear: Bool
  ) throws(SearchSyntaxError) -> SearchExpression? {
    var (phrase, parts, hasQuotes) = (SearchPhrase([], columns: columns), 0, false)
    var last: QueryRun?
    if text.has(QuerySign.caret, at: place) {
      phrase.isFirst = true
      place = text.skippingSpace(from: place + 1)
      // A caret at the end of a group or of the query is ignored.
      if place >= text.end || text.has(QuerySign.close, at: place) { return nil }
    }
    repeat {
      place = text.skippingSpace(from: place)
      let isQuoted = text.has(QuerySign.quote, at: place)
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

  /// Skips a plus sign and white space before a further part of the phrase; returns `false` if no
  /// further part follows.
  private mutating func skipPlus() -> Bool {
    let plus = text.skippingSpace(from: place)
    guard text.has(QuerySign.plus, at: plus) else { return false }
    let next = text.skippingSpace(from: plus + 1)
    guard next < text.end,
      QueryText.isNameByte(text[next]) || text[next] == QuerySign.quote
        || text[next] == QuerySign.caret
    else { return false }
    place = next
    return true
  }

  private mutating func quotedRun() throws(SearchSyntaxError) -> QueryRun {
    let opening = place
    var (inside, isClosed): ([UInt8], Bool) = ([], false)
    place += 1
    while place < text.end, !isClosed {
      let byte = text[place]
      place += 1
      if byte == QuerySign.quote {
        isClosed = !text.has(QuerySign.quote, at: place)
        if !isClosed { place += 1 }
      }
      if !isClosed { inside.append(byte) }
    }
    guard isClosed || completesLastWord else {
      throw SearchSyntaxError(.unterminatedQuote, at: opening)
    }
    var run = QueryRun(String(decoding: inside, as: UTF8.self), isBare: false)
    let star = text.skippingSpace(from: place)
    if isClosed, text.has(QuerySign.star, at: star), run.completeLastWord() { place = star + 1 }
    if !isClosed { _ = run.completeLastWord() }
    return run
  }

  private mutating func bareRun(inNear: Bool) throws(SearchSyntaxError) -> QueryRun {
    let stops = [QuerySign.quote, QuerySign.open, QuerySign.close]
    var end = text.endOfRun(
      from: place, stoppingAt: stops + [QuerySign.plus] + (inNear ? [QuerySign.comma] : []))
    if end == place { end = text.endOfRun(from: place, stoppingAt: stops) }
    guard end > place else {
      let sign = place < text.end ? text.string(place..<place + 1) : "the end"
      throw SearchSyntaxError(.unexpected(sign), at: place)
    }
    var run = QueryRun(text.string(place..<end), isBare: true)
    place = end
    if completesLastWord, end == text.end { _ = run.completeLastWord() }
    return run
  }
}
