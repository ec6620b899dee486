#if Macros
  internal import LodeCoding

  /// Makes a structure, a class or an enumeration archivable: writes its schema, and the code that
  /// archives and reads it.
  ///
  /// ```swift
  /// @Archivable(version: 2)
  /// struct Person {
  ///   let id: UUID
  ///   @Stored("mail", was: "email") var address: String
  ///   var age = 18  // 18 is also what a person has that was archived before there was an age
  ///   var nickname: String?
  ///   @Ignored var isSelected = false
  /// }
  ///
  /// let bytes = try Archiver.archive(Person(id: UUID(), address: "ada@example.org"))
  /// let ada = try Unarchiver.unarchive(Person.self, from: bytes)
  /// ```
  ///
  /// **Fields.** Every stored property is a field, also one with observers; `static`, `lazy` and
  /// computed ones are not, nor is a `let` with a value of its own. A field has the property's
  /// name, unless ``Stored(_:was:)`` gives it another. ``Ignored()`` leaves a property out,
  /// ``Transformed(by:)`` archives it as something else. The types of properties are
  /// `ArchivableValue` or `Codable`; they have to be written down where the initial value is no
  /// plain literal. An initial value, and `nil` for an optional, is what the property has when an
  /// archive is older than the property; any other property is missed then. A property of type
  /// `ArchiveExtensions` keeps what else archives have.
  ///
  /// **Structures** get an extension, so they keep their memberwise initializer. They also get
  /// `ArchiveFields`, with a name for each field, as do classes without an archivable superclass.
  ///
  /// **Classes** get `required init(from:)`, so a class without an initializer of its own needs one
  /// now. A `weak` property is read once its object exists. It is `nil` if nothing else in the
  /// archive refers to the object; ``Reference()`` is for other references in circles. Classes that
  /// are not final, and subclasses of archivable ones, have the overload with `superclass`.
  ///
  /// **Enumerations** with raw values are archived as these. Others have a schema for each case;
  /// values without labels are the fields `_0`, `_1` and so on. ``Stored(_:was:)`` gives a case
  /// another name.
  ///
  /// **Generic types** have one schema for each of their arguments. Parameters that are archived
  /// have to be `ArchivableValue`.
  ///
  /// - Parameters:
  ///   - name: the name in archives; by default the name of the type with the types around it:
  ///     `Outer.Inner`.
  ///   - version: counted up when the fields change. An archive of a later version than the
  ///     program's is not read.
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

  /// Makes a class that is part of an inheritance archivable.
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
  /// Each class has its own fields and its own version; its superclass's fields are archived by
  /// that. Everything else is as the overload without `superclass` says.
  ///
  /// - Parameters:
  ///   - name: the name in archives; the class's own if it is left out.
  ///   - version: counted up when the class's own fields change.
  ///   - was: names that the class had in earlier versions.
  ///   - superclass: the superclass if that is archivable, otherwise `nil`.
  @attached(extension, conformances: ArchivableClass)
  @attached(
    member, conformances: ArchivableClass,
    names: named(ArchiveLevel), named(archiveSchema), named(encode(to:)), named(init(from:)),
    named(ArchiveFields))
  public macro Archivable(
    _ name: String? = nil, version: Int = 1, was: [String] = [], superclass: AnyClass?
  ) = #externalMacro(module: "LodeMacros", type: "ArchivableMacro")
#endif
