import Synchronization

/// The state of decoding one archive: its schemas, and the class instances created so far.
///
/// A later archive reuses the session, with the cached schemas. A *plan* locates the fields of a
/// type in objects of an archived schema.
///
/// Sendable: a session from the pool has one user until the user returns the session. The compiler
/// does not check the exclusivity of accesses, because the check costs more than the access. Every
/// access ends before the reader continues.
@usableFromInline
final class UnarchivingSession: @unchecked Sendable {
  /// The schemas of the archive, by schema number minus 1.
  @safe @exclusivity(unchecked) var schemas: [ArchiveSchema] = []
  @safe @exclusivity(unchecked) var limits = ArchiveLimits()
  /// The current depth of nesting, in levels.
  @safe @exclusivity(unchecked) var depth = 0
  /// The number of elements and entries decoded so far.
  @safe @exclusivity(unchecked) var count = 0
  /// The allowed subclasses and the additional type names.
  @safe @exclusivity(unchecked) var allowing = AllowedTypes()
  /// The class instances of the archive.
  @safe @exclusivity(unchecked) var objects = ObjectTable()
  /// The contents of `Decoder.userInfo`.
  @safe @exclusivity(unchecked) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The source of blob bytes for archives that refer to blobs by number.
  ///
  /// The caller that sets the source also removes it.
  @safe @exclusivity(unchecked) var blobs: (any BlobSource)?
  /// The idle states for decoding `Codable` values, with their cached facts about types.
  @safe @exclusivity(unchecked) private var decoders: [DecoderState] = []
  /// The plan outside all objects, without fields; its number is 0.
  private let noFields = FieldPlan(0, stored: ArchiveSchema("", fields: []), wanted: nil)
  /// The plans by number; all plans exist until the archive has been decoded.
  @safe @exclusivity(unchecked) private var plans: [Plan]
  /// The numbers of plans that are not among the first few.
  @safe @exclusivity(unchecked) private var places: [PlanKey: Int] = [:]
  /// The number of plans that a linear search covers.
  private static let few = 16
  /// The number of plans above which `end()` discards all plans.
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

  /// Whether the session has a user.
  private let isBorrowed = Atomic(false)

  init() { plans = [Plan(noFields, noFields.stored, noFields.stored)] }

  deinit {
    for decoder in decoders { decoder.dispose() }
  }

  /// Takes the session for the caller's exclusive use; returns `false` if the session is in use.
  @inline(__always)
  func take() -> Bool {
    !isBorrowed.load(ordering: .relaxed) && !isBorrowed.exchange(true, ordering: .acquiring)
  }

  /// Releases the session for other users.
  @inline(__always)
  func giveBack() { isBorrowed.store(false, ordering: .releasing) }

  /// Returns a state for decoding a `Codable` value.
  ///
  /// A `Codable` value inside an archivable value inside another `Codable` value needs a second
  /// state.
  func takeDecoder() -> DecoderState { decoders.popLast() ?? DecoderState() }

  /// Returns a state to the session, unless other code still holds one of its decoders.
  func give(_ decoder: DecoderState) {
    guard decoder.end() else { return decoder.dispose() }
    decoders.append(decoder)
  }

  /// Prepares the session for an archive.
  func begin(limits: ArchiveLimits, allowing: AllowedTypes) {
    self.limits = limits
    if !allowing.isEmpty { self.allowing = allowing }
    depth = 0
    count = 0
  }

  /// Releases the class instances and the settings of the archive.
  ///
  /// The schemas and plans stay cached, because the next archive usually has the same schemas.
  /// Allowed names, or more than 256 plans, empty the cache of plans. More than 256 schemas empty
  /// the cache of schemas.
  func end() {
    if !objects.states.isEmpty { objects = ObjectTable() }
    if !userInfo.isEmpty { userInfo = [:] }
    // Names allowed for one archive must not apply to the next archive.
    let hadNames = !allowing.names.isEmpty
    if !allowing.isEmpty { allowing = AllowedTypes() }
    if schemas.count > Self.maximumPlans { schemas = [] }
    guard plans.count > Self.maximumPlans || hadNames && plans.count > 1 else { return }
    plans.removeSubrange(1...)
    places = [:]
  }

  /// Resolves the schemas of a stored archive by the numbers before its body.
  ///
  /// Throws `unknownReference` if `schema` returns `nil` for a number.
  func takeSchemas(
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
  func planNumber(
    schema number: Int, _ wanted: ArchiveSchema, at offset: Int
  ) throws(ArchiveError) -> Int {
    if let known = known(schemas[number - 1], wanted) { return known }
    return try newPlan(schemas[number - 1], wanted, at: offset)
  }

  @inline(never)
  private func newPlan(
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
  func plan(
    _ stored: ArchiveSchema, _ wanted: ArchiveSchema, at offset: Int
  ) throws(ArchiveError) -> FieldPlan {
    if let number = known(stored, wanted) { return plans[number].plan }
    try checkVersion(stored, wanted, at: offset)
    return remember(FieldPlan(plans.count, stored: stored, wanted: wanted), stored, wanted)
  }

  /// Returns the plan that decodes the fields of an archived schema unchanged, by schema number.
  func plan(number: Int) -> FieldPlan { plan(schemas[number - 1]) }

  /// Returns the plan that decodes the fields of an archived schema unchanged.
  func plan(_ stored: ArchiveSchema) -> FieldPlan {
    if let number = known(stored, stored) { return plans[number].plan }
    return remember(FieldPlan(plans.count, stored: stored, wanted: stored), stored, stored)
  }

  /// Returns the plan for a class that the archived instance lacks: all fields are absent.
  func plan(missing wanted: ArchiveSchema) -> FieldPlan {
    let nothing = noFields.stored
    if let number = known(nothing, wanted) { return plans[number].plan }
    return remember(FieldPlan(plans.count, missing: wanted), nothing, wanted)
  }

  /// Returns the plan with the given number.
  @inline(__always)
  func plan(at number: Int) -> FieldPlan { plans[number].plan }

  /// Returns the byte layout of the archived schema of a plan.
  @inline(__always)
  func shape(ofPlan number: Int) -> FieldPlan.Shape { plans[number].shape }

  /// Returns the number of the plan for two schemas, or `nil` for a new pair.
  @inline(__always)
  private func known(_ stored: ArchiveSchema, _ wanted: ArchiveSchema) -> Int? {
    let (a, b) = (ObjectIdentifier(stored), ObjectIdentifier(wanted))
    for index in plans.prefix(Self.few).indices
    where plans[index].stored == a && plans[index].wanted == b {
      return index
    }
    return plans.count > Self.few ? places[PlanKey(stored: a, wanted: b)] : nil
  }

  /// Adds and returns a plan.
  private func remember(
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
  func checkVersion(
    _ stored: ArchiveSchema, _ wanted: ArchiveSchema, at offset: Int
  ) throws(ArchiveError) {
    guard stored.version > wanted.version else { return }
    let isSame =
      stored.fields.count == wanted.fields.count
      && zip(stored.fields, wanted.fields).allSatisfy { $0.name == $1.name && $0.type == $1.type }
    if isSame { return }
    throw ArchiveError(
      .futureVersion, at: offset,
      "\(stored.name) has version \(stored.version); this program has version \(wanted.version)")
  }

  /// Returns whether a name in the archive is a name, former name, or allowed name of a schema's
  /// type.
  func isName(_ stored: String, of wanted: ArchiveSchema) -> Bool {
    stored == wanted.name || wanted.formerNames.contains(stored)
      || allowing.names[stored] == wanted.name
  }
}
