#if Macros
  public import LodeModels

  /// Keeps an index of a property, by which queries find rows and order them.
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
  /// It is called as its part is written: the name that the property has in archives, with `-` for
  /// descending, `~` for folded and `[]` for each element. A property may have several. Indexes of
  /// more properties, of some rows only, or with a name stand behind
  /// ``Model(_:version:was:timestamps:archive:indexes:search:)``. The guide `Indexes.md` tells the
  /// rest.
  ///
  /// - Parameter options: the options of the index, as literals.
  @attached(peer)
  public macro Index(_ options: IndexOption...) =
    #externalMacro(module: "LodeMacros", type: "IndexMacro")

  /// Keeps a unique index of a property: no two rows have the same value, unless it is nil.
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
  /// A save that would break it throws `uniqueViolation`. The transaction is rolled back unless the
  /// program catches the error and continues. The property is also indexed, as by ``Index(_:)``.
  ///
  /// - Parameter options: the options of the index, as literals.
  @attached(peer)
  public macro Unique(_ options: IndexOption...) =
    #externalMacro(module: "LodeMacros", type: "UniqueMacro")
#endif
