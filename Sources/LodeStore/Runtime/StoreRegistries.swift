/// What the collections of a store share: the dictionaries, and what the program has registered.
struct StoreRegistries: Sendable {
  let dictionaries: DictionaryCache
  /// The functions, tokenizers, and synonyms.
  let functions = FunctionRegistry()
  /// The indexes that matched the declarations of models.
  let declarations = DeclarationRegistry()
  /// The pending migrations, which reads apply to rows that are not rewritten yet.
  let migrations = MigrationRegistry()
}
