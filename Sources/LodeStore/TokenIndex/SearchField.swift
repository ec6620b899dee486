public import LodeCoding

/// A field of a full-text index.
///
/// ```swift
/// let search = IndexDefinition(search: ["title", SearchField("body", weight: 0.5)])
/// ```
///
/// The value of the field is a text, an array of texts, or a set of texts. Other values and nil
/// have no words.
public struct SearchField: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The path of the field.
  public var path: ArchivePath
  /// The weight of the field's words in the ranking, at most 10^12; negative weights count as 0.
  public var weight: Double
  /// The tokenizer of the field.
  public var tokenizer: TokenizerChoice {
    didSet { version = tokenizer.version }
  }
  /// The version of the tokenizer that made the tokens; a program with another version cannot use
  /// the index.
  package internal(set) var version: Int

  /// Creates a field of a full-text index.
  ///
  /// - Parameters:
  ///   - path: The path of the field.
  ///   - weight: The weight of the field's words in the ranking, at most 10^12.
  ///   - tokenizer: The tokenizer; by default, folded words of all scripts.
  public init(_ path: ArchivePath, weight: Double = 1, tokenizer: TokenizerChoice = .words()) {
    self.path = path
    self.weight = weight
    self.tokenizer = tokenizer
    version = tokenizer.version
  }

  /// Returns whether scores with this weight stay finite for any number of words.
  ///
  /// Infinity and NaN are not valid weights.
  package static func canWeigh(_ weight: Double) -> Bool { abs(weight) <= 1e12 }

  /// Whether the program has the field's tokenizer in the recorded version.
  var isKnown: Bool { tokenizer.isKnown && tokenizer.version == version }

  /// Creates the field at a path, with the default tokenizer.
  public init(stringLiteral value: String) { self.init(ArchivePath(parsing: value)) }
}

extension IndexDefinition {
  /// Defines a full-text index, which finds rows by the words of their texts.
  ///
  /// ```swift
  /// try store.createIndex(IndexDefinition(search: ["title", "body"]), on: "articles")
  /// ```
  ///
  /// - Parameters:
  ///   - fields: The fields, at most 256, which are the columns of searches.
  ///   - name: The name; by default `search:` and the paths of the fields, separated by commas.
  public init(search fields: [SearchField], name: String? = nil) {
    self.init(
      parts: [], name: name ?? "search:" + fields.map(\.path.description).joined(separator: ","))
    kind = .search
    search = fields
  }
}
