/// Code that splits the texts of a full-text index into tokens.
///
/// To use a tokenizer of your own, pass the tokenizer to ``TokenizerChoice/own(_:version:_:)``. In
/// this example, every line is a token:
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
/// A tokenizer must always return the same tokens for the same text, because the index stores the
/// tokens. If you change a tokenizer, change the version that you pass to
/// ``TokenizerChoice/own(_:version:_:)``. Several threads can call a tokenizer at the same time.
public protocol Tokenizer: Sendable {
  /// Appends the tokens of a text, in the order of the text.
  ///
  /// - Parameters:
  ///   - text: The bytes of the text, which can be invalid UTF-8.
  ///   - use: Whether the tokens are for an index or a query.
  ///   - tokens: The buffer for the tokens.
  func tokenize(_ text: Span<UInt8>, for use: TokenizerUse, into tokens: inout TokenBuffer)
}

/// The purpose of the tokens that a tokenizer returns.
public enum TokenizerUse: Sendable {
  /// Indexing or highlighting a text.
  case document
  /// Searching for a word or a phrase.
  case query
}
