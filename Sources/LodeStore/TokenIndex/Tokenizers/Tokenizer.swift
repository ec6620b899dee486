/// A tokenizer of a full-text index, which splits texts into tokens.
///
/// Your own tokenizer conforms to the protocol. Pass the tokenizer to
/// ``TokenizerChoice/own(_:version:_:)``:
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
/// The index stores tokens on disk, so a tokenizer must always return the same tokens for the same
/// text. If you change the tokenizer, change its version. Several threads can call a tokenizer at
/// the same time. A text is not always valid UTF-8.
public protocol Tokenizer: Sendable {
  /// Appends the tokens of a text, in the order of the text.
  ///
  /// - Parameters:
  ///   - text: The bytes of the text, usually valid UTF-8.
  ///   - use: Whether the tokens are for an index or a query.
  ///   - tokens: The buffer for the tokens.
  func tokenize(_ text: Span<UInt8>, for use: TokenizerUse, into tokens: inout TokenBuffer)
}

/// The purpose of tokens.
public enum TokenizerUse: Sendable {
  /// A text to index or to highlight.
  case document
  /// A word or a phrase of a search.
  case query
}
