#if Macros
  internal import LodeCoding
  internal import LodeModels
  public import LodeStore

  /// Makes a structure or a final class a model: an archivable type with a key and a collection.
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
  /// The macro adds the members of `@Archivable` and the conformance to `Model`. `@Key(.sequence)`
  /// also adds `SequencedModel`, and `timestamps: true` adds `TimestampedModel`. A model cannot
  /// also have `@Archivable`. `@Stored`, `@Ignored`, `@Transformed`, and `@Reference` have the same
  /// meaning as in `@Archivable`. A structure keeps its memberwise initializer; a class gets no
  /// implicit `init()`.
  ///
  /// **The key** is the property with ``Key(_:)``. If several properties have ``Key(_:)``, the key
  /// has several components, in the order of declaration. The type of the key is then a structure
  /// `PrimaryKey` inside the model:
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
  /// **The collection** has the given name, or the name of the type without enclosing types. To
  /// rename the type later, keep the name of the collection, and list the former names of the type
  /// in `was`.
  ///
  /// - Parameters:
  ///   - collection: The name of the collection, of 1 to 480 UTF-8 bytes; by default the type's
  ///     name without enclosing types.
  ///   - version: The schema version. Increase the version when a change of the fields needs a
  ///     migration step. A program cannot read rows of a later version.
  ///   - was: Names of the type in archives of earlier versions.
  ///   - timestamps: Whether rows store the times of their creation and of their last change. The
  ///     argument must be the literal `true` or `false`.
  ///   - archive: The type's name in archives; by default the type's name with its enclosing types.
  ///   - indexes: Indexes that ``Index(_:)`` and ``Unique(_:)`` cannot declare, for example indexes
  ///     of several properties and partial indexes. The guide `Indexes.md` describes all kinds.
  ///   - search: Further fields of the full-text index, in addition to the properties with
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
