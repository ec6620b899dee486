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
  /// It writes all that `@Archivable` writes, which therefore must not stand there too, and the
  /// conformance to `Model`. `@Stored`, `@Ignored`, `@Transformed` and `@Reference` say of
  /// properties what they say there. Structures keep their memberwise initializer; a class needs
  /// one of its own.
  ///
  /// **The key** is the property with ``Key(_:)``. With several of them the key has several
  /// elements, in the order in which the properties are declared, and its type is a structure
  /// `PrimaryKey` inside of the model:
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
  /// **The collection** has the name that is given, otherwise that of the type alone. The type may
  /// have another name later, as long as the collection keeps its own and `was` tells the earlier
  /// names.
  ///
  /// - Parameters:
  ///   - collection: the collection's name, 1 to 480 bytes of UTF-8; the type's own if it is left
  ///     out.
  ///   - version: counted up when a change of the fields needs a step. A row of a later version
  ///     than the program's is not read.
  ///   - was: names that the type had in archives of earlier versions.
  ///   - timestamps: whether rows keep their times of creation and last change, as
  ///     `TimestampedModel`; a literal `true` or `false`.
  ///   - archive: the type's name in archives; by default the name of the type with the types
  ///     around it.
  ///   - indexes: indexes of several properties, of some rows only, or with names of their own.
  ///     ``Index(_:)`` and ``Unique(_:)`` on a property declare the index of that property.
  ///   - search: fields whose words are searched, besides the properties that
  ///     ``Searchable(weight:tokenizer:)`` stands before.
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
