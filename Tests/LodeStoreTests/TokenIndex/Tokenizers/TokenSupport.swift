import LodeCoding
import LodeStore

/// The terms of a text.
func terms(
  _ choice: TokenizerChoice, _ text: String, for use: TokenizerUse = .document
) -> [String] {
  tokens(choice, Array(text.utf8), for: use).map(\.term)
}

/// A token with its term.
struct FoundToken: Equatable {
  let term: String
  let token: TokenBuffer.Token

  var position: Int { token.position }
}

func tokens(
  _ choice: TokenizerChoice, _ text: [UInt8], for use: TokenizerUse = .document
) -> [FoundToken] {
  var buffer = TokenBuffer()
  choice.makeTokenizer()?.tokenize(text.span, for: use, into: &buffer)
  return (0..<buffer.count).map { index in
    let term = buffer.term(index)
    let bytes = term.indices.map { term[$0] }
    return FoundToken(
      term: String(decoding: bytes, as: UTF8.self), token: buffer.tokens[index])
  }
}

/// The terms with their positions: `["a@0", "b@1"]`; those that join the one before have a `+`,
/// prefixes a `*`.
func placed(
  _ choice: TokenizerChoice, _ text: String, for use: TokenizerUse = .document
) -> [String] {
  tokens(choice, Array(text.utf8), for: use).map { found in
    (found.token.joinsPrevious ? "+" : "") + found.term + (found.token.isPrefix ? "*" : "")
      + "@\(found.position)"
  }
}

/// Whether texts are the same bytes; strings are equal already when their normal forms are.
func areSame(_ a: [String], _ b: [String]) -> Bool {
  a.map { Array($0.utf8) } == b.map { Array($0.utf8) }
}
