public import LodeCoding
public import LodeStore

/// One step of a ``MigrationPlan``.
///
/// A row step changes the objects of one type and version. A store step changes the whole store.
///
/// ```swift
/// let plan = MigrationPlan {
///   Step(Person.self, from: 1, to: 2) { record in
///     record.rename("mail", to: "email")
///   }
///   Step("begin the list of cities") { transaction in
///     try transaction.put(City(name: "Oslo"))
///   }
/// }
/// ```
///
/// Do not change a step after a store has run the step. Add another step instead.
public struct Step: Sendable {
  /// The name by which a store records the step; keep the name in all versions of the program.
  public let name: String
  /// The revision of the step, 1 by default; raise the number if you change the step before its
  /// release.
  ///
  /// In debug builds, opening a store that ran the step with another revision throws `StoreError`
  /// caused by a ``MigrationError`` with `changedStep`.
  public let revision: Int
  let work: Work

  enum Work: Sendable {
    case rows(RowStep)
    /// A store step, with the names of the replaced steps.
    case store(@Sendable (inout WriteTransaction) throws -> Void, replacing: [String])
  }

  /// Creates a step from one version of a type to a later version.
  ///
  /// The step receives every object of the type at version `from`, or at a lower version from which
  /// no step begins. The object can be a row, a property of another object, an element of a
  /// collection, or the superclass part of another object. Lode migrates nested objects before the
  /// containing object. If `body` throws, the migration of the row fails: the cause of the
  /// error is a ``MigrationError`` with `failed`.
  ///
  /// - Parameters:
  ///   - type: The current type; objects with one of its former names are included.
  ///   - from: The version before the step.
  ///   - to: The version after the step.
  ///   - name: The step's name, unique in the plan; `nil` for the type's name with both versions.
  ///   - revision: A number to raise if you change the step before its release.
  ///   - body: Changes the record.
  public init(
    _ type: any ArchivableObject.Type, from: Int, to: Int, named name: String? = nil,
    revision: Int = 1, _ body: @escaping @Sendable (inout MigrationRecord) throws -> Void
  ) {
    let schema = type.archiveSchema
    let step = RowStep(
      typeNames: [schema.name] + schema.formerNames, type: type, from: from, to: to, body: body)
    self.init(step, named: name, revision: revision)
  }

  /// Creates a step for a type that the program no longer has, by its name in archives.
  ///
  /// The step receives every object of the type at version `from`, or at a lower version from which
  /// no step begins. The object can be a row, a property of another object, an element of a
  /// collection, or the superclass part of another object. Use the name only for deleted types. For
  /// a type that the program still has, pass the type, so that Lode can find fields that would be
  /// lost. If `body` throws, the migration of the row fails: the cause of the error is a
  /// ``MigrationError`` with `failed`.
  ///
  /// - Parameters:
  ///   - typeName: The type's name in archives.
  ///   - from: The version before the step.
  ///   - to: The version after the step.
  ///   - name: The step's name, unique in the plan; `nil` for the type's name with both versions.
  ///   - revision: A number to raise if you change the step before its release.
  ///   - body: Changes the record.
  public init(
    _ typeName: String, from: Int, to: Int, named name: String? = nil, revision: Int = 1,
    _ body: @escaping @Sendable (inout MigrationRecord) throws -> Void
  ) {
    let step = RowStep(typeNames: [typeName], type: nil, from: from, to: to, body: body)
    self.init(step, named: name, revision: revision)
  }

  /// Creates a step that converts each value of an earlier type to a later type; the program has
  /// both types.
  ///
  /// Both types have the same name in archives, and the versions of the types are the versions of
  /// the step. The step can convert only structures without instances of classes. If `body` throws,
  /// the migration of the row fails: the cause of the error is a ``MigrationError`` with `failed`.
  ///
  /// ```swift
  /// @Archivable("Contact") struct FirstContact { var first: String; var last: String }
  /// @Archivable("Contact", version: 2) struct NamedContact { var name: String }
  ///
  /// let step = Step(FirstContact.self, to: NamedContact.self) { old in
  ///   NamedContact(name: old.first + " " + old.last)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - old: The earlier type.
  ///   - new: The later type.
  ///   - name: The step's name, unique in the plan; `nil` for the type's name with both versions.
  ///   - revision: A number to raise if you change the step before its release.
  ///   - body: Returns the later value.
  public init<Old: Archivable, New: Archivable>(
    _ old: Old.Type, to new: New.Type, named name: String? = nil, revision: Int = 1,
    _ body: @escaping @Sendable (Old) throws -> New
  ) {
    let schema = new.archiveSchema
    let step = RowStep(
      typeNames: [schema.name] + schema.formerNames, type: new,
      from: old.archiveSchema.version, to: schema.version
    ) { record in try record.become(try body(try record.decoded(as: Old.self))) }
    self.init(step, named: name, revision: revision)
  }

  /// Creates a store step, which changes the whole store and runs once.
  ///
  /// A store step can split a collection, merge two collections, copy between types, or add rows.
  /// When the step runs, all earlier row steps of the plan are complete, and no later row step has
  /// begun. If `body` throws, opening the store throws `StoreError` caused by a ``MigrationError``
  /// with `failed`, and the store is unchanged.
  ///
  /// - Parameters:
  ///   - name: The step's name, unique in the plan.
  ///   - replacing: The names of older store steps that this step replaces. A store that ran all of
  ///     these steps does not run this step. Opening a store that ran only some of these steps
  ///     throws `StoreError` caused by a ``MigrationError`` with `needed`.
  ///   - revision: A number to raise if you change the step before its release.
  ///   - body: Changes the store in the migration's transaction.
  public init(
    _ name: String, replacing: [String] = [], revision: Int = 1,
    _ body: @escaping @Sendable (inout WriteTransaction) throws -> Void
  ) {
    self.name = name
    self.revision = revision
    work = .store(body, replacing: replacing)
  }

  /// Creates a step that drops a field of a type, and the field's values.
  ///
  /// - Parameters:
  ///   - field: The name of the field.
  ///   - type: The current type.
  ///   - from: The version before the step.
  ///   - to: The version after the step.
  public static func drop(
    _ field: String, of type: any ArchivableObject.Type, from: Int, to: Int
  ) -> Step {
    let name = "\(type.archiveSchema.name) \(from) -> \(to) drop \(field)"
    return Step(type, from: from, to: to, named: name) { $0.remove(field) }
  }

  private init(_ step: RowStep, named name: String?, revision: Int) {
    self.name = name ?? step.description
    self.revision = revision
    work = .rows(step)
  }
}

/// The work of a step that changes the objects of one type and version.
struct RowStep: Sendable, CustomStringConvertible {
  /// The names of the type in archives, current name first.
  let typeNames: [String]
  /// The type; `nil` if the program no longer has the type.
  let type: (any ArchivableObject.Type)?
  let from: Int
  let to: Int
  let body: @Sendable (inout MigrationRecord) throws -> Void

  var description: String { "\(typeNames[0]) \(from) -> \(to)" }
}
