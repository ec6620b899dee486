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
  /// print(memo.id)  // 1 in a new store
  /// ```
  ///
  /// The type of the property conforms to `ModelKey`, so the property cannot be optional. If
  /// several properties have `@Key`, each of these properties is one component of the key, in the
  /// order of declaration. The type of a component can be the `PrimaryKey` of another model.
  ///
  /// - Parameter generation: Whether the program or the store provides the keys; by default, the
  ///   program. With `.sequence`, the property must be an integer, a `var`, and the only property
  ///   with `@Key`. The value 0 means that the store has not assigned a number yet.
  @attached(peer)
  public macro Key(_ generation: KeyGeneration = .given) =
    #externalMacro(module: "LodeMacros", type: "KeyMacro")
#endif
