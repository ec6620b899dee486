public import LodeCoding

/// How a program takes the stores of all its earlier versions to today's models: steps, in their
/// order.
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
/// A row of version 1 goes through both steps, one of version 2 through the second only. A version
/// that no step begins with is passed over: nothing was to be done for it. Of several steps that
/// begin with one version the farthest is taken, so that a step from 1 to 3 may stand beside those
/// that it replaces. Several steps of the same versions run one after the other.
public struct MigrationPlan: Sendable {
  /// The steps, in their order.
  public let steps: [Step]
  /// Types that are no models, and are held against the store as models are.
  public let types: [any ArchivableObject.Type]

  /// Creates a plan without steps.
  public init() { (steps, types) = ([], []) }

  /// Creates a plan of steps.
  ///
  /// - Parameters:
  ///   - types: types of properties that are to be held against the store as well. Types that have
  ///     a step are.
  ///   - steps: the steps, in their order.
  public init(
    types: [any ArchivableObject.Type] = [], @MigrationPlanBuilder _ steps: () -> [Step]
  ) {
    self.steps = steps()
    self.types = types
  }
}

/// Makes a plan's steps of what stands in braces.
@resultBuilder
public enum MigrationPlanBuilder {
  /// One step.
  public static func buildExpression(_ step: Step) -> [Step] { [step] }
  /// Steps that another part of the program has.
  public static func buildExpression(_ steps: [Step]) -> [Step] { steps }
  /// All steps, in their order.
  public static func buildBlock(_ parts: [Step]...) -> [Step] { parts.flatMap { $0 } }
  /// Steps, or none.
  public static func buildOptional(_ part: [Step]?) -> [Step] { part ?? [] }
  /// The steps of the branch that was taken.
  public static func buildEither(first: [Step]) -> [Step] { first }
  /// The steps of the other branch.
  public static func buildEither(second: [Step]) -> [Step] { second }
  /// The steps of all rounds.
  public static func buildArray(_ parts: [[Step]]) -> [Step] { parts.flatMap { $0 } }
}
