#if Macros
  public import LodeModels

  /// Declares an index of a property, so that queries find and order rows without a scan.
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
  /// The name of the index is the name of the field with marks for the options. The mark `-` means
  /// descending order, `~` means ignoring case and accents, and `[]` means one entry for each
  /// element. The option `.includingNil`, which adds entries for rows without a value, has no mark.
  /// A property can have several indexes.
  ///
  /// To declare indexes of several properties, partial indexes, or indexes with other names, use
  /// `indexes:` of ``Model(_:version:was:timestamps:archive:indexes:search:)``. The guide
  /// `Indexes.md` describes all options.
  ///
  /// - Parameter options: Any of `.descending`, `.folded`, `.each`, and `.includingNil`. The macro
  ///   reads the source text of the attribute, so a variable is a compile-time error.
  @attached(peer)
  public macro Index(_ options: IndexOption...) =
    #externalMacro(module: "LodeMacros", type: "IndexMacro")

  /// Declares a unique index of a property, which refuses a second row with the same value.
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
  /// `uniqueViolation`. Unless the closure of the transaction catches the error, the transaction
  /// rolls back. Queries also use a unique index to find and order rows.
  ///
  /// - Parameter options: Any of `.descending`, `.folded`, `.each`, and `.includingNil`. The macro
  ///   reads the source text of the attribute, so a variable is a compile-time error.
  @attached(peer)
  public macro Unique(_ options: IndexOption...) =
    #externalMacro(module: "LodeMacros", type: "UniqueMacro")
#endif
