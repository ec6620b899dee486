#if Macros
  internal import LodeCoding
  internal import LodeModels
  public import LodeStore

  /// Makes a structure or a final class a model: archivable, with a key and a collection for its
  /// rows.
  ///
  /// ```swift
  /// @Model("person", version: 2, was: ["Human"], timestamps: true)
  /// struct Employee {
  ///   @Key var id: UUID
  ///   @Stored("mail", was: "email") var address: String
  ///   @Ignored var isSelected = false
  ///   var nickname: String?
  ///   var boss: Ref<Employee>?
  /// }
  ///
  /// let ada = Employee(id: UUID(), address: "ada@example.org")
  /// try store.insert(ada)
  /// let times = try store.read { try $0.times(Employee.self, ada.id) }
  /// ```
  ///
  /// `@Model` writes the code of `@Archivable` and the conformance to `Model`. Do not add
  /// `@Archivable` to the same type. `@Stored`, `@Ignored`, `@Transformed`, and `@Reference` work
  /// as with `@Archivable`. Structures keep their memberwise initializer; a class must declare an
  /// initializer.
  ///
  /// **The key** is the property with ``Key(_:)``. With several such properties, the key has
  /// several components, in the order of declaration. Its type is then a structure `PrimaryKey`
  /// inside the model:
  ///
  /// ```swift
  /// @Model
  /// struct Ticket {
  ///   @Key var event: String
  ///   @Key var seat: Int
  ///   var price = 0
  /// }
  ///
  /// let ticket = try store.get(Ticket.self, .init(event: "opera", seat: 7))
  /// let opera = try store.fetch(Ticket.self, keys: .under("opera"))
  /// ```
  ///
  /// **The collection** has the given name, or else the name of the type without enclosing types.
  /// The type can be renamed later if the collection keeps its name and `was` lists the earlier
  /// names of the type.
  ///
  /// - Parameters:
  ///   - collection: the collection's name, 1 to 480 bytes of UTF-8; by default the name of the
  ///     type.
  ///   - version: the schema version; increase it when a change of the fields needs a step. Reading
  ///     a row of a later version than the program's throws `futureVersion`.
  ///   - was: names that the type had in archives of earlier versions.
  ///   - timestamps: whether rows have timestamps, as with `TimestampedModel`; a literal `true`
  ///     or `false`.
  ///   - archive: the type's name in archives; by default the name of the type with the types
  ///     around it.
  ///   - indexes: indexes with several properties, a condition, or a name. ``Index(_:)`` and
  ///     ``Unique(_:)`` on a property declare the index of that property.
  ///   - search: fields of the search index, besides the properties with
  ///     ``Searchable(weight:tokenizer:)``.
  @attached(
    extension,
    conformances: Archivable, ArchivableClass, ArchivableValue, Model, SequencedModel,
    TimestampedModel,
    names: named(archiveSchema), named(encode(to:)), named(init(from:)), named(ArchiveFields),
    named(collectionName), named(keyFields), named(primaryKey), named(PrimaryKey), named(indexes))
  @attached(
    member, conformances: ArchivableClass,
    names: named(ArchiveLevel), named(archiveSchema), named(encode(to:)), named(init(from:)),
    named(ArchiveFields), named(ArchiveReading), named(collectionName), named(keyFields),
    named(primaryKey), named(PrimaryKey), named(indexes))
  public macro Model(
    _ collection: String? = nil, version: Int = 1, was: [String] = [], timestamps: Bool = false,
    archive: String? = nil, indexes: [IndexDefinition] = [], search: [SearchField] = []
  ) = #externalMacro(module: "LodeMacros", type: "ModelMacro")
#endif
