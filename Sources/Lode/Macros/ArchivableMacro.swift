#if Macros
  internal import LodeCoding

  /// Makes a structure, a class, or an enumeration archivable.
  ///
  /// The macro writes the type's schema, and the code that archives and reads values of the type.
  ///
  /// ```swift
  /// @Archivable(version: 2)
  /// struct Person {
  ///   let id: UUID
  ///   @Stored("mail", was: "email") var address: String
  ///   var age = 18  // also the age of a person archived before the property existed
  ///   var nickname: String?
  ///   @Ignored var isSelected = false
  /// }
  ///
  /// let bytes = try Archiver.archive(Person(id: UUID(), address: "ada@example.org"))
  /// let ada = try Unarchiver.unarchive(Person.self, from: bytes)
  /// ```
  ///
  /// **Fields.** Stored properties are fields, including properties with observers. Properties that
  /// are `static`, `lazy`, or computed are not fields. Constants with an initial value are not
  /// fields. A field has the property's name, unless ``Stored(_:was:)`` gives the field another
  /// name. ``Ignored()`` excludes a property, and ``Transformed(by:)`` archives a property as
  /// another value.
  ///
  /// The type of a property must conform to `ArchivableValue` or `Codable`, unless the property has
  /// ``Transformed(by:)``. A property needs an explicit type, unless its initial value is a number,
  /// string, or Boolean literal, or the property has ``Transformed(by:)``. A property of type
  /// `ArchiveExtensions` is not a field, but keeps the fields that the type does not declare.
  ///
  /// If an archive lacks the field of a property, the property gets its initial value. An optional
  /// without an initial value gets `nil`. For every other property, reading such an archive throws
  /// `ArchiveError` with `missingField`.
  ///
  /// **Structures** get an extension, so a structure keeps its memberwise initializer. Structures,
  /// and classes without an archivable superclass, also get the type `ArchiveFields` for queries.
  /// `ArchiveFields` has a member for each field whose property is not private. A type without such
  /// properties gets no `ArchiveFields`.
  ///
  /// **Classes** get `required init(from:)`, so Swift gives a class no implicit `init()`. A `weak`
  /// property without ``Reference()`` does not add its object to an archive. The archive then
  /// contains the object only if the object is the archived value, or if another property adds the
  /// object. If the archive lacks the object, reading gives `nil`. In a cycle of references without
  /// a `weak` property, mark at least one reference with ``Reference()``. For classes that are not
  /// final, and for subclasses of archivable classes, use the overload with `superclass`.
  ///
  /// **Enumerations** with raw values of type `String`, `Float`, `Double`, or an integer type of at
  /// most 64 bits are archived as their raw values. `@Archivable` then takes no arguments. All
  /// other enumerations have a schema for each case, in which associated values without labels are
  /// the fields `_0`, `_1`, and so on. ``Stored(_:was:)`` gives a case another name.
  ///
  /// **Generic types** have one schema for each combination of type arguments. A type parameter
  /// that occurs in the type of a field must conform to `ArchivableValue` or `Codable`, unless the
  /// property has ``Transformed(by:)``.
  ///
  /// - Parameters:
  ///   - name: The name in archives; by default the type's name with its enclosing types:
  ///     `Outer.Inner`.
  ///   - version: The schema version. Increase the version when the fields change incompatibly; the
  ///     guide `Archives.md` lists these changes. Reading a later version of the type with other
  ///     fields throws `ArchiveError` with `futureVersion`.
  ///   - was: Names of the type in archives of earlier versions.
  @attached(
    extension, conformances: Archivable, ArchivableEnum, ArchivableClass, ArchivableValue,
    names: named(archiveSchema), named(archiveSchemas), named(archiveCase), named(encode(to:)),
    named(init(from:)), named(ArchiveFields))
  @attached(
    member, conformances: ArchivableClass,
    names: named(ArchiveLevel), named(archiveSchema), named(archiveSchemas),
    named(archiveCase), named(encode(to:)), named(init(from:)), named(ArchiveFields),
    named(ArchiveReading))
  public macro Archivable(
    _ name: String? = nil, version: Int = 1, was: [String] = []
  ) = #externalMacro(module: "LodeMacros", type: "ArchivableMacro")

  // Subclasses need this overload. If a macro declares conformances that the class lacks, as the
  // overload above does, the compiler (6.3.1) crashes on a subclass.

  /// Makes a class with subclasses, or with an archivable superclass, archivable.
  ///
  /// ```swift
  /// @Archivable(superclass: nil)
  /// class Shape {
  ///   var name: String
  ///
  ///   init(name: String) { self.name = name }
  /// }
  ///
  /// @Archivable(version: 2, superclass: Shape.self)
  /// final class Circle: Shape {
  ///   var radius: Double
  ///
  ///   init(radius: Double) {
  ///     self.radius = radius
  ///     super.init(name: "circle")
  ///   }
  /// }
  ///
  /// let bytes = try Archiver.archive(Circle(radius: 2) as Shape)
  /// let shape = try Unarchiver.unarchive(Shape.self, from: bytes, allowing: [Circle.self])
  /// ```
  ///
  /// Each class archives its own fields and has its own version; the superclass archives the
  /// inherited fields. The rules of ``Archivable(_:version:was:)`` also apply.
  ///
  /// - Parameters:
  ///   - name: The name in archives; by default the class's name with its enclosing types:
  ///     `Outer.Inner`.
  ///   - version: The schema version. Increase the version when the class's own fields change
  ///     incompatibly; the guide `Archives.md` lists these changes.
  ///   - was: Names of the class in archives of earlier versions.
  ///   - superclass: The archivable superclass; `nil` for a class without an archivable superclass.
  @attached(extension, conformances: ArchivableClass)
  @attached(
    member, conformances: ArchivableClass,
    names: named(ArchiveLevel), named(archiveSchema), named(encode(to:)), named(init(from:)),
    named(ArchiveFields))
  public macro Archivable(
    _ name: String? = nil, version: Int = 1, was: [String] = [], superclass: AnyClass?
  ) = #externalMacro(module: "LodeMacros", type: "ArchivableMacro")
#endif
