public import LodeCoding

/// A field of a full-text index.
///
/// ```swift
/// let search = IndexDefinition(search: ["title", SearchField("body", weight: 0.5)])
/// ```
///
/// The index contains the words of a text, an array of texts, or a set of texts. Values of other
/// types have no words.
public struct SearchField: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The path of the field.
  public var path: ArchivePath
  /// The weight of the field's words in the ranking, at most 10^12.
  ///
  /// Negative weights count as 0. Defining an index with a weight that is NaN or beyond ±10^12
  /// throws `invalidIndex`.
  public var weight: Double
  /// The tokenizer of the field.
  public var tokenizer: TokenizerChoice {
    didSet { version = tokenizer.version }
  }
  /// The version of the tokenizer that made the tokens.
  package internal(set) var version: Int

  /// Creates a field of a full-text index.
  ///
  /// - Parameters:
  ///   - path: The path of the field.
  ///   - weight: The weight of the field's words in the ranking, at most 10^12.
  ///   - tokenizer: The tokenizer, by default `TokenizerChoice.words()`.
  public init(_ path: ArchivePath, weight: Double = 1, tokenizer: TokenizerChoice = .words()) {
    self.path = path
    self.weight = weight
    self.tokenizer = tokenizer
    version = tokenizer.version
  }

  /// Returns whether a weight is valid, so that scores stay finite.
  ///
  /// Infinity and NaN are not valid weights.
  package static func canWeigh(_ weight: Double) -> Bool { abs(weight) <= 1e12 }

  /// Whether the program has the field's tokenizer, in the recorded version.
  var isKnown: Bool { tokenizer.isKnown && tokenizer.version == version }

  /// Creates the field at a path, with weight 1 and the default tokenizer.
  public init(stringLiteral value: String) { self.init(ArchivePath(parsing: value)) }
}
