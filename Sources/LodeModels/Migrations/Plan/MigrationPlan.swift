public import LodeCoding

/// The ordered steps that migrate a store from each earlier version of a program to the current
/// models.
///
/// ```swift
/// let plan = MigrationPlan {
///   Step(Person.self, from: 1, to: 2) { record in
///     record.rename("mail", to: "email")
///     try record.transform("birth") { (date: Date) in date.timeIntervalSince1970 }
///     record.remove("fax")
///   }
///   Step(Person.self, from: 2, to: 3) { record in
///     record["phone"] = record.object("contact")?["phone"]
///     record.remove("contact")
///   }
/// }
/// let store = try Store("people.lode", models: [Person.self], migrations: plan)
/// ```
///
/// A ``Step`` changes the objects of one type from one version to a later version, or changes the
/// whole store. In the example, `Person` is the model of version 3. A step receives each object as
/// a ``MigrationRecord``, which needs no Swift type of the earlier version.
///
/// A row of version 1 runs through both steps, and a row of version 2 runs only through the second
/// step. A version with only automatic changes needs no step; see ``SchemaChange/isAutomatic``.
///
/// If several steps of a type begin at the same version, only the steps with the highest target
/// version run. So a plan can have both a step that skips versions and the steps through the
/// skipped versions. Several steps between the same two versions run in the order of the plan.
public struct MigrationPlan: Sendable {
  /// The steps, in order.
  public let steps: [Step]
  /// Further types that Lode compares with the store, such as types of properties.
  ///
  /// Lode always compares the models and the types of steps.
  public let types: [any ArchivableObject.Type]

  /// Creates a plan without steps.
  public init() { (steps, types) = ([], []) }

  /// Creates a plan of steps.
  ///
  /// - Parameters:
  ///   - types: Types of properties, for example an address in a person. Lode compares these types
  ///     with the store, and refuses rows that need a step. Models and types with a step need not
  ///     be listed.
  ///   - steps: The steps, in order.
  public init(
    types: [any ArchivableObject.Type] = [], @MigrationPlanBuilder _ steps: () -> [Step]
  ) {
    self.steps = steps()
    self.types = types
  }
}

/// The result builder of ``MigrationPlan/init(types:_:)``, which collects the steps of a closure.
@resultBuilder
public enum MigrationPlanBuilder {
  /// Adds one step.
  public static func buildExpression(_ step: Step) -> [Step] { [step] }
  /// Adds several steps, for example from another module.
  public static func buildExpression(_ steps: [Step]) -> [Step] { steps }
  /// Concatenates all steps, in order.
  public static func buildBlock(_ parts: [Step]...) -> [Step] { parts.flatMap { $0 } }
  /// Adds the steps of an optional block, or no step.
  public static func buildOptional(_ part: [Step]?) -> [Step] { part ?? [] }
  /// Adds the steps of the first branch.
  public static func buildEither(first: [Step]) -> [Step] { first }
  /// Adds the steps of the second branch.
  public static func buildEither(second: [Step]) -> [Step] { second }
  /// Adds the steps of all iterations.
  public static func buildArray(_ parts: [[Step]]) -> [Step] { parts.flatMap { $0 } }
}
