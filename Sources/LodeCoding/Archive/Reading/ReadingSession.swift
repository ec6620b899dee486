/// The state of reading one archive, without the types that the program decodes.
///
/// The state consists of the archive's schemas, the class instances created so far, and counters. A
/// *plan* locates the fields of a type in objects of an archived schema.
///
/// The compiler does not check the exclusivity of accesses, because the check costs more than the
/// access. Every access ends before the reader continues.
@usableFromInline
class ReadingSession {
  /// The schemas of the archive, by schema number minus 1.
  @safe @exclusivity(unchecked) final var schemas: [ArchiveSchema] = []
  @safe @exclusivity(unchecked) final var limits = ArchiveLimits()
  /// The current depth of nesting, in levels.
  @safe @exclusivity(unchecked) final var depth = 0
  /// The number of elements and entries decoded so far.
  @safe @exclusivity(unchecked) final var count = 0
  /// The additional type names, with the names of the same types in this program.
  @safe @exclusivity(unchecked) final var names: [String: String] = [:]
  /// The class instances of the archive.
  @safe @exclusivity(unchecked) final var objects = ObjectTable()
  /// The contents of `Decoder.userInfo`.
  @safe @exclusivity(unchecked) final var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The source of blob bytes for archives that refer to blobs by number.
  ///
  /// The caller that sets the source also removes it.
  @safe @exclusivity(unchecked) final var blobs: (any BlobSource)?
  /// The plan outside all objects, without fields; its number is 0.
  private final let noFields = FieldPlan(0, stored: ArchiveSchema("", fields: []), wanted: nil)
  /// The plans by number; all plans exist until the archive has been decoded.
  @safe @exclusivity(unchecked) private final var plans: [Plan]
  /// The numbers of plans that are not among the first few.
  @safe @exclusivity(unchecked) private final var places: [PlanKey: Int] = [:]
  /// The number of plans that a linear search covers.
  private static let few = 16
  /// The number of plans above which `clear()` discards all plans.
  private static let maximumPlans = 256

  private struct PlanKey: Hashable {
    let stored: ObjectIdentifier
    let wanted: ObjectIdentifier
  }

  private struct Plan {
    let stored: ObjectIdentifier
    let wanted: ObjectIdentifier
    let shape: FieldPlan.Shape
    /// The plan, which retains both schemas so that their identities stay unique.
    let plan: FieldPlan

    init(_ plan: FieldPlan, _ stored: ArchiveSchema, _ wanted: ArchiveSchema) {
      self.stored = ObjectIdentifier(stored)
      self.wanted = ObjectIdentifier(wanted)
      shape = plan.shape
      self.plan = plan
    }
  }

  init() { plans = [Plan(noFields, noFields.stored, noFields.stored)] }

  /// Releases the class instances and the settings of the archive.
  ///
  /// The schemas and plans stay cached, because the next archive usually has the same schemas.
  /// Allowed names, or more than 256 plans, empty the cache of plans. More than 256 schemas empty
  /// the cache of schemas.
  final func clear() {
    if !objects.states.isEmpty { objects = ObjectTable() }
    if !userInfo.isEmpty { userInfo = [:] }
    // Names allowed for one archive must not apply to the next archive.
    let hadNames = !names.isEmpty
    if hadNames { names = [:] }
    if schemas.count > Self.maximumPlans { schemas = [] }
    guard plans.count > Self.maximumPlans || hadNames && plans.count > 1 else { return }
    plans.removeSubrange(1...)
    places = [:]
  }

  /// Resolves the schemas of a stored archive by the numbers before its body.
  ///
  /// Throws `unknownReference` if `schema` returns `nil` for a number.
  final func takeSchemas(
    _ cursor: inout ByteCursor, schema: (UInt32) -> ArchiveSchema?
  ) throws(ArchiveError) {
    let count = try ArchiveHead.takeCount(&cursor, size: 1)
    if count < schemas.count { schemas.removeSubrange(count...) }
    for index in 0..<count {
      let place = cursor.position
      let number = try cursor.varint()
      guard let found = schema(number) else {
        throw ArchiveError(.unknownReference, at: place, "schema \(number) does not exist")
      }
      if index == schemas.count {
        schemas.append(found)
      } else if schemas[index] !== found {
        schemas[index] = found
      }
    }
  }

  /// Returns the number of the plan that locates the fields of the structure `wanted` in archived
  /// objects.
  ///
  /// `number` is the number of the archived schema.
  ///
  /// Throws `typeMismatch` if the archived schema has another name or kind. Throws `futureVersion`
  /// if the archived version is later, unless both versions have the same fields.
  @inline(__always)
  final func planNumber(
    schema number: Int, _ wanted: ArchiveSchema, at offset: Int
  ) throws(ArchiveError) -> Int {
    if let known = known(schemas[number - 1], wanted) { return known }
    return try newPlan(schemas[number - 1], wanted, at: offset)
  }

  @inline(never)
  private final func newPlan(
    _ stored: ArchiveSchema, _ wanted: ArchiveSchema, at offset: Int
  ) throws(ArchiveError) -> Int {
    guard isName(stored.name, of: wanted), stored.kind == .structure else {
      throw ArchiveError(.typeMismatch, at: offset, "the archive has \(stored), not \(wanted.name)")
    }
    return try plan(stored, wanted, at: offset).number
  }

  /// Returns the plan that locates the fields of `wanted` in objects of the archived schema
  /// `stored`.
  ///
  /// Throws `futureVersion` if the archived version is later, unless both versions have the same
  /// fields.
  final func plan(
    _ stored: ArchiveSchema, _ wanted: ArchiveSchema, at offset: Int
  ) throws(ArchiveError) -> FieldPlan {
    if let number = known(stored, wanted) { return plans[number].plan }
    try checkVersion(stored, wanted, at: offset)
    return remember(FieldPlan(plans.count, stored: stored, wanted: wanted), stored, wanted)
  }

  /// Returns the plan that decodes the fields of an archived schema unchanged, by schema number.
  final func plan(number: Int) -> FieldPlan { plan(schemas[number - 1]) }

  /// Returns the plan that decodes the fields of an archived schema unchanged.
  final func plan(_ stored: ArchiveSchema) -> FieldPlan {
    if let number = known(stored, stored) { return plans[number].plan }
    return remember(FieldPlan(plans.count, stored: stored, wanted: stored), stored, stored)
  }

  /// Returns the plan for a class that the archived instance lacks: all fields are absent.
  final func plan(missing wanted: ArchiveSchema) -> FieldPlan {
    let nothing = noFields.stored
    if let number = known(nothing, wanted) { return plans[number].plan }
    return remember(FieldPlan(plans.count, missing: wanted), nothing, wanted)
  }

  /// Returns the plan with the given number.
  @inline(__always)
  final func plan(at number: Int) -> FieldPlan { plans[number].plan }

  /// Returns the byte layout of the archived schema of a plan.
  @inline(__always)
  final func shape(ofPlan number: Int) -> FieldPlan.Shape { plans[number].shape }

  /// Returns the number of the plan for two schemas, or `nil` for a new pair.
  @inline(__always)
  private final func known(_ stored: ArchiveSchema, _ wanted: ArchiveSchema) -> Int? {
    let (a, b) = (ObjectIdentifier(stored), ObjectIdentifier(wanted))
    for index in plans.prefix(Self.few).indices
    where plans[index].stored == a && plans[index].wanted == b {
      return index
    }
    return plans.count > Self.few ? places[PlanKey(stored: a, wanted: b)] : nil
  }

  /// Adds and returns a plan.
  private final func remember(
    _ plan: FieldPlan, _ stored: ArchiveSchema, _ wanted: ArchiveSchema
  ) -> FieldPlan {
    if plans.count >= Self.few {
      places[PlanKey(stored: ObjectIdentifier(stored), wanted: ObjectIdentifier(wanted))] =
        plans.count
    }
    plans.append(Plan(plan, stored, wanted))
    return plan
  }

  /// Throws `futureVersion` if the archived version is later, unless both versions have the same
  /// fields.
  final func checkVersion(
    _ stored: ArchiveSchema, _ wanted: ArchiveSchema, at offset: Int
  ) throws(ArchiveError) {
    guard stored.version > wanted.version, !wanted.hasFields(of: stored) else { return }
    throw ArchiveError(
      .futureVersion, at: offset,
      "\(stored.name) has version \(stored.version); this program has version \(wanted.version)")
  }

  /// Returns whether a name in the archive is a name, former name, or allowed name of a schema's
  /// type.
  final func isName(_ stored: String, of wanted: ArchiveSchema) -> Bool {
    stored == wanted.name || wanted.formerNames.contains(stored)
      || names[stored] == wanted.name
  }
}
