#if Macros
  public import LodeModels

  /// Declares an index of a property. Queries use the index to find and order rows.
  ///
  /// ```swift
  /// @Model("contacts", indexes: [IndexDefinition("city", "-age")])
  /// struct Friend {
  ///   @Key var id: Int
  ///   @Index(.folded) var name: String
  ///   @Stored("city") var town: String?
  ///   @Index @Index(.descending) var age: Int?
  /// }
  ///
  /// let names = Friend.indexes.map(\.name)  // ["~name", "age", "-age", "city,-age"]
  /// ```
  ///
  /// The name of the index is its component: the property's name in archives, with `-` for
  /// descending, `~` for folded, and `[]` for each element. A property may have several indexes.
  /// Pass indexes with several properties, a condition, or a name to
  /// ``Model(_:version:was:timestamps:archive:indexes:search:)``. The guide `Indexes.md` describes
  /// all options.
  ///
  /// - Parameter options: the options of the index, as literals.
  @attached(peer)
  public macro Index(_ options: IndexOption...) =
    #externalMacro(module: "LodeMacros", type: "IndexMacro")

  /// Declares a unique index of a property: no two rows may have the same value, except `nil`.
  ///
  /// ```swift
  /// @Model
  /// struct Voucher {
  ///   @Key var id: Int
  ///   @Unique var code: String?
  /// }
  ///
  /// try store.insert(contentsOf: [Voucher(id: 1, code: "a"), Voucher(id: 2), Voucher(id: 3)])
  /// ```
  ///
  /// Saving a second row with the same value throws `uniqueViolation`. The transaction is rolled
  /// back unless the program catches the error and continues. The property is also indexed, as by
  /// ``Index(_:)``.
  ///
  /// - Parameter options: the options of the index, as literals.
  @attached(peer)
  public macro Unique(_ options: IndexOption...) =
    #externalMacro(module: "LodeMacros", type: "UniqueMacro")
#endif
