/// What makes the tokens of a text: the words that a search index has it under.
///
/// A program's own tokenizer conforms to it and is named by ``TokenizerChoice/own(_:version:_:)``:
///
/// ```swift
/// /// Every line is a token.
/// struct Lines: Tokenizer {
///   func tokenize(_ text: Span<UInt8>, for use: TokenizerUse, into tokens: inout TokenBuffer) {
///     var start = 0
///     for place in 0...text.count where place == text.count || text[place] == UInt8(ascii: "\n") {
///       tokens.append(text.extracting(start..<place), text: start..<place)
///       start = place + 1
///     }
///   }
/// }
/// ```
///
/// The index keeps tokens on disk, so a tokenizer must always return the same tokens for the same
/// text. If you change the tokenizer, change its version. It may be called by several threads at
/// once, and with any bytes: texts from disk are not always UTF-8.
public protocol Tokenizer: Sendable {
  /// Appends the tokens of a text, in the order of the text.
  ///
  /// - Parameters:
  ///   - text: the UTF-8 of the text.
  ///   - use: what the tokens are for.
  ///   - tokens: where they go.
  func tokenize(_ text: Span<UInt8>, for use: TokenizerUse, into tokens: inout TokenBuffer)
}

/// What tokens are for.
public enum TokenizerUse: Sendable {
  /// A text that is indexed, or marked.
  case document
  /// A word or a phrase that is searched for.
  case query
}
