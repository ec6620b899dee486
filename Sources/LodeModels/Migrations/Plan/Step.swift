public import LodeCoding
public import LodeStore

/// One step of a ``MigrationPlan``: from one version of a type to a later one, or of the whole
/// store.
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
/// A step never changes once a store has run it; what comes later is another step.
public struct Step: Sendable {
  /// The name under which a store records that it ran; it is the same in every version of the
  /// program.
  public let name: String
  /// Counts what the step does: one that ran with another revision is an error in debug builds.
  public let revision: Int
  let work: Work

  enum Work: Sendable {
    case rows(RowStep)
    /// With the names of the steps that it does the work of.
    case store(@Sendable (inout WriteTransaction) throws -> Void, replacing: [String])
  }

  /// Creates a step that takes every row of a type from one version to a later one.
  ///
  /// Rows come to it one by one, wherever they are: at the root of a row, in a property of another
  /// object, in arrays, sets and dictionaries, as a level of a subclass. Those in an object have
  /// been through their own steps before it has its.
  ///
  /// - Parameters:
  ///   - type: the type as it is today; objects that have one of its former names are of it too.
  ///   - from: the version of the rows.
  ///   - to: the version that they have then.
  ///   - name: the step's name; that of the type and the versions when it is `nil`.
  ///   - revision: counts what the step does.
  ///   - body: changes the record.
  public init(
    _ type: any ArchivableObject.Type, from: Int, to: Int, named name: String? = nil,
    revision: Int = 1, _ body: @escaping @Sendable (inout MigrationRecord) throws -> Void
  ) {
    let schema = type.archiveSchema
    let step = RowStep(
      typeNames: [schema.name] + schema.formerNames, type: type, from: from, to: to, body: body)
    self.init(step, named: name, revision: revision)
  }

  /// Creates a step for a type that the program does not have any more, by its name in archives.
  ///
  /// Like a step of a type. Use the name only for deleted types: if the program still has the type
  /// but does not list it, Lode cannot know which fields would be lost.
  public init(
    _ typeName: String, from: Int, to: Int, named name: String? = nil, revision: Int = 1,
    _ body: @escaping @Sendable (inout MigrationRecord) throws -> Void
  ) {
    let step = RowStep(typeNames: [typeName], type: nil, from: from, to: to, body: body)
    self.init(step, named: name, revision: revision)
  }

  /// Creates a step that makes a value of a later type from one of an earlier type, which was kept
  /// in the program for that.
  ///
  /// Both have the name of the type in their schemas, and their versions there; only structures
  /// without instances of classes.
  ///
  /// ```swift
  /// @Archivable("Contact") struct FirstContact { var first: String; var last: String }
  /// @Archivable("Contact", version: 2) struct NamedContact { var name: String }
  ///
  /// let step = Step(FirstContact.self, to: NamedContact.self) { old in
  ///   NamedContact(name: old.first + " " + old.last)
  /// }
  /// ```
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

  /// Creates a step of the whole store, which runs once: to split a collection, merge two, copy
  /// between types, seed data.
  ///
  /// Steps of rows that stand before it in the plan have been done for every row by then, those
  /// behind it for none.
  ///
  /// - Parameters:
  ///   - name: the step's name.
  ///   - replacing: the names of older steps that this one does the work of: a store that has run
  ///     all of them has run this one too.
  ///   - revision: counts what the step does.
  ///   - body: has the whole write in hand.
  public init(
    _ name: String, replacing: [String] = [], revision: Int = 1,
    _ body: @escaping @Sendable (inout WriteTransaction) throws -> Void
  ) {
    self.name = name
    self.revision = revision
    work = .store(body, replacing: replacing)
  }

  /// A step that gives up a field of a type, and says so.
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

/// What a step does to the rows of one type.
struct RowStep: Sendable, CustomStringConvertible {
  /// The names that archives have for the type.
  let typeNames: [String]
  /// The type, when the program has it.
  let type: (any ArchivableObject.Type)?
  let from: Int
  let to: Int
  let body: @Sendable (inout MigrationRecord) throws -> Void

  var description: String { "\(typeNames[0]) \(from) -> \(to)" }
}
