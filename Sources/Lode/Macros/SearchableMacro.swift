#if Macros
  public import LodeStore

  /// Adds a property to the search index of its model.
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
  /// The property is a text, an optional text, or an array or set of texts. All `@Searchable`
  /// properties of a model form one search index. Its columns have the properties' names in
  /// archives. Declare other columns, such as texts in nested structures, with
  /// ``Model(_:version:was:timestamps:archive:indexes:search:)``. See the guide `Search.md`.
  ///
  /// - Parameters:
  ///   - weight: how much more a word counts here than in a property of weight 1.
  ///   - tokenizer: splits the texts into words.
  @attached(peer)
  public macro Searchable(weight: Double = 1, tokenizer: TokenizerChoice = .words()) =
    #externalMacro(module: "LodeMacros", type: "SearchableMacro")
#endif
