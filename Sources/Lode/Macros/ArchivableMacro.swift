#if Macros
  internal import LodeCoding

  /// Makes a structure, class, or enumeration archivable: writes its schema and its archiving code.
  ///
  /// ```swift
  /// @Archivable(version: 2) struct Person { let id: UUID @Stored("mail", was: "email") var
  /// address: String var age = 18  // 18 is also the age of persons archived before the property
  /// existed var nickname: String? @Ignored var isSelected = false }
  ///
  /// let bytes = try Archiver.archive(Person(id: UUID(), address: "ada@example.org"))
  /// let ada = try Unarchiver.unarchive(Person.self, from: bytes)
  /// ```
  ///
  /// **Fields.** Every stored property is a field, even with observers. Not fields are `static`,
  /// `lazy`, and computed properties, and a `let` with an initial value. A field has the property's
  /// name, unless ``Stored(_:was:)`` gives the field another name. ``Ignored()`` leaves a property
  /// out, and ``Transformed(by:)`` archives a property as another type. The types of properties
  /// conform to `ArchivableValue` or `Codable`. Write the type down unless the initial value is a
  /// plain literal. If an archive lacks the field, the property gets its initial value, or `nil` if
  /// the property is optional. Without either, reading throws `missingField`. A property of type
  /// `ArchiveExtensions` keeps all other fields of an archive.
  ///
  /// **Structures** get an extension, so they keep their memberwise initializer. They also get
  /// `ArchiveFields`, with a name for each field, as do classes without an archivable superclass.
  ///
  /// **Classes** get `required init(from:)`, so a class without an initializer of its own needs one
  /// now. A `weak` property is read once its object exists. It is `nil` if nothing else in the
  /// archive refers to the object; ``Reference()`` is for other references in circles. Classes that
  /// are not final, and subclasses of archivable ones, have the overload with `superclass`.
  ///
  /// **Enumerations** with raw values are archived as their raw values. Other enumerations have a
  /// schema for each case; values without labels are the fields `_0`, `_1`, and so on.
  /// ``Stored(_:was:)`` gives a case another name.
  ///
  /// **Generic types** have one schema for each of their arguments. Archived parameters must
  /// conform to `ArchivableValue`.
  ///
  /// - Parameters:
  ///   - name: the name in archives; by default the name of the type with the types around it:
  ///     `Outer.Inner`.
  ///   - version: the schema version; increase it when the fields change. Reading an archive of a
  ///     later version than the program's throws `futureVersion`.
  ///   - was: names that the type had in earlier versions.
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

  // An overload of its own, because the compiler (6.3.1) crashes on subclasses of a class with an
  // attribute that lists conformances which the class has not, as the one for structures does.

  /// Makes a class with a superclass or subclasses archivable.
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
  /// Each class archives its own fields, with its own version. Otherwise the rules of the overload
  /// without `superclass` apply.
  ///
  /// - Parameters:
  ///   - name: the name in archives; by default the name of the class.
  ///   - version: the schema version; increase it when the class's own fields change.
  ///   - was: names that the class had in earlier versions.
  ///   - superclass: the superclass if it is archivable, otherwise `nil`.
  @attached(extension, conformances: ArchivableClass)
  @attached(
    member, conformances: ArchivableClass,
    names: named(ArchiveLevel), named(archiveSchema), named(encode(to:)), named(init(from:)),
    named(ArchiveFields))
  public macro Archivable(
    _ name: String? = nil, version: Int = 1, was: [String] = [], superclass: AnyClass?
  ) = #externalMacro(module: "LodeMacros", type: "ArchivableMacro")
#endif
