#if Macros
  public import LodeStore

  /// Adds a property to the full-text index of its model.
  ///
  /// ```swift
  /// @Model
  /// struct Recipe {
  ///   @Key var id: Int
  ///   @Searchable(weight: 4) var title: String
  ///   @Searchable(tokenizer: .porter) var steps: [String] = []
  /// }
  ///
  /// try store.insert(Recipe(id: 1, title: "Bread", steps: ["Mix flour and water", "Bake it"]))
  /// let hits = try store.search(Recipe.self, "baking OR title:cake", limit: 10)
  /// ```
  ///
  /// The property contains a text, or an array or a set of texts, and can be optional. All
  /// searchable properties of a model share one full-text index. The name of a column is the
  /// property's name in archives. To declare columns of other texts, such as texts in nested
  /// structures, use `search:` of ``Model(_:version:was:timestamps:archive:indexes:search:)``. The
  /// guide `Search.md` describes searches.
  ///
  /// - Parameters:
  ///   - weight: How much a token of this property counts, compared with a property of weight 1; at
  ///     most 10^12. A negative weight counts as 0.
  ///   - tokenizer: The tokenizer that splits the texts into tokens.
  @attached(peer)
  public macro Searchable(weight: Double = 1, tokenizer: TokenizerChoice = .words()) =
    #externalMacro(module: "LodeMacros", type: "SearchableMacro")
#endif
