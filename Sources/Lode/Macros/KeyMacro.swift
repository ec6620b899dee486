#if Macros
  public import LodeModels

  /// Makes a property the key of its model, or a component of the key.
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
  /// The type of the property must conform to `ModelKey`, so the property cannot be optional. In
  /// a key of several properties, each property is one component. A property whose type is the
  /// `PrimaryKey` of another model is a tuple inside the key.
  ///
  /// - Parameter generation: whether the program or the store generates the keys. A sequence must
  ///   be the only key, and an integer `var`; zero means that the object has no key yet.
  @attached(peer)
  public macro Key(_ generation: KeyGeneration = .given) =
    #externalMacro(module: "LodeMacros", type: "KeyMacro")
#endif
