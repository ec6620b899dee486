#if Macros
  public import LodeStore

  /// Has the words of a property searched.
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
  /// The property is a text, or an optional, an array or a set of texts. All such properties of a
  /// model together are one search index, whose columns have the names that the properties have in
  /// archives. Declare further columns, such as texts in nested structures, in
  /// ``Model(_:version:was:timestamps:archive:indexes:search:)``. See the guide `Search.md`.
  ///
  /// - Parameters:
  ///   - weight: how much more a word counts here than in a property of weight 1.
  ///   - tokenizer: what the words of the texts are.
  @attached(peer)
  public macro Searchable(weight: Double = 1, tokenizer: TokenizerChoice = .words()) =
    #externalMacro(module: "LodeMacros", type: "SearchableMacro")
#endif
