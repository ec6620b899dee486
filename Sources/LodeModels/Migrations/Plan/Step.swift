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
/// Do not change a released step. Add another step instead.
public struct Step: Sendable {
  /// The name under which a store records the step.
  ///
  /// Keep the name in all versions of the program.
  public let name: String
  /// The revision of the step, by default 1.
  ///
  /// Raise the revision if you change the step before its release.
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
  /// The step receives every object of the type at version `from`. An object at a version where no
  /// step begins goes to the step that begins at the next higher version. The object can be a row,
  /// a property, an element of an array, a set, or a dictionary, or the superclass part of another
  /// object. Lode migrates nested objects before the object that contains the nested objects. If
  /// `body` throws, the migration of the row fails with a ``MigrationError`` whose code is
  /// `failed`.
  ///
  /// - Parameters:
  ///   - type: The current type. The step also receives objects under former names of the type.
  ///   - from: The version before the step.
  ///   - to: The version after the step.
  ///   - name: The step's name, unique in the plan; `nil` for the type's name with both versions.
  ///   - revision: The revision; raise the number if you change the step before its release.
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
  /// The step receives every object of the type at version `from`. An object at a version where no
  /// step begins goes to the step that begins at the next higher version. The object can be a row,
  /// a property, an element of an array, a set, or a dictionary, or the superclass part of another
  /// object. Use the name only for deleted types. For an existing type, pass the type, so that Lode
  /// can find fields that would be lost. If `body` throws, the migration of the row fails with a
  /// ``MigrationError`` whose code is `failed`.
  ///
  /// - Parameters:
  ///   - typeName: The type's name in archives.
  ///   - from: The version before the step.
  ///   - to: The version after the step.
  ///   - name: The step's name, unique in the plan; `nil` for the type's name with both versions.
  ///   - revision: The revision; raise the number if you change the step before its release.
  ///   - body: Changes the record.
  public init(
    _ typeName: String, from: Int, to: Int, named name: String? = nil, revision: Int = 1,
    _ body: @escaping @Sendable (inout MigrationRecord) throws -> Void
  ) {
    let step = RowStep(typeNames: [typeName], type: nil, from: from, to: to, body: body)
    self.init(step, named: name, revision: revision)
  }

  /// Creates a step that converts each value of an earlier Swift type to a later Swift type.
  ///
  /// The program declares both types with the same name in archives. The versions of the types are
  /// the versions of the step. Both types must be structures without class instances. If `body`
  /// throws, the migration of the row fails with a ``MigrationError`` whose code is `failed`.
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
  ///   - revision: The revision; raise the number if you change the step before its release.
  ///   - body: Returns the later value.
  public init<Old: Archivable, New: Archivable>(
    _ old: Old.Type, to new: New.Type, named name: String? = nil, revision: Int = 1,
    _ body: @escaping @Sendable (Old) throws -> New
  ) {
    self.init(
      new, from: old.archiveSchema.version, to: new.archiveSchema.version, named: name,
      revision: revision
    ) { record in try record.become(try body(try record.decoded(as: Old.self))) }
  }

  /// Creates a store step, which changes the whole store and runs once.
  ///
  /// A store step can split a collection, merge two collections, copy between types, or add rows.
  /// When the step runs, all earlier row steps of the plan are complete, and this migration has not
  /// begun a later row step. If `body` throws, opening the store throws `StoreError` caused by a
  /// ``MigrationError`` with `failed`, and the rows are unchanged.
  ///
  /// - Parameters:
  ///   - name: The step's name, unique in the plan.
  ///   - replacing: The names of store steps that this step replaces. A store that ran all replaced
  ///     steps does not run this step. Opening a store that ran only some replaced steps throws
  ///     `StoreError` caused by a ``MigrationError`` with `needed`.
  ///   - revision: The revision; raise the number if you change the step before its release.
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
  /// The name of the step consists of the type's name, both versions, and the name of the field.
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

extension Step {
  /// The work of a row step; `nil` for a store step.
  var rowStep: RowStep? { if case .rows(let step) = work { step } else { nil } }

  /// The hash that a store records with the step's name.
  ///
  /// The hash covers the revision of the step, and the type and versions of a row step, but not the
  /// closure.
  var digest: UInt64 {
    let text =
      switch work {
      case .rows(let step): "rows \(step.typeNames[0]) \(step.from) \(step.to) \(revision)"
      case .store: "store \(revision)"
      }
    return Checksum.rapidhash(Array(text.utf8).span, seed: 0)
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
