#if Macros
  public import LodeModels

  /// Maintains an index of a property, so that queries find and order rows without a scan.
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
  /// The name of the index is the name of the field with marks for the options: `-` means
  /// descending order, `~` means folded, and `[]` means one entry for each element. A property can
  /// have several indexes. Declare indexes of several properties, partial indexes, and named
  /// indexes in ``Model(_:version:was:timestamps:archive:indexes:search:)``. The guide `Indexes.md`
  /// describes all options.
  ///
  /// - Parameter options: The options, as members such as `.folded`. A variable or a member of your
  ///   own is a compile-time error.
  @attached(peer)
  public macro Index(_ options: IndexOption...) =
    #externalMacro(module: "LodeMacros", type: "IndexMacro")

  /// Maintains a unique index of a property, so that no two rows have the same value.
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
  /// Several rows can have `nil`. In a collection with partitions, values are unique within each
  /// partition. A write that would store a second row with the same value throws `StoreError` with
  /// `uniqueViolation`. The error rolls back the transaction, unless the closure of the transaction
  /// catches the error. Queries use a unique index like an index of ``Index(_:)``.
  ///
  /// - Parameter options: The options, as members such as `.folded`. A variable or a member of your
  ///   own is a compile-time error.
  @attached(peer)
  public macro Unique(_ options: IndexOption...) =
    #externalMacro(module: "LodeMacros", type: "UniqueMacro")
#endif
