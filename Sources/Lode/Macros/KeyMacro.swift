#if Macros
  public import LodeModels

  /// Makes a property the key of its model, or a part of the key.
  ///
  /// ```swift
  /// @Model
  /// struct Memo {
  ///   @Key(.sequence) var id = 0
  ///   var text: String
  /// }
  ///
  /// var memo = Memo(text: "buy milk")
  /// try store.insert(&memo)
  /// print(memo.id)
  /// ```
  ///
  /// The type of the property is a `ModelKey`, so it is no optional. Of a key with several
  /// properties each is one element; the `PrimaryKey` of another model is a tuple in it.
  ///
  /// - Parameter generation: whether the program gives the keys, or the store. A sequence is the
  ///   only key, a `var`, and an integer; zero stands for no key yet.
  @attached(peer)
  public macro Key(_ generation: KeyGeneration = .given) =
    #externalMacro(module: "LodeMacros", type: "KeyMacro")
#endif
