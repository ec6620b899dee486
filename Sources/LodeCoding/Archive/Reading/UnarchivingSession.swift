import Synchronization

/// The state of decoding one archive: its schemas, and the shared objects created so far.
///
/// The session is reused for the next archive, with its cached schemas.
///
/// Sendable: a session from the pool has one user until it is returned. Accesses are unchecked for
/// exclusivity, because the check costs more than the access. Every access ends before the reader
/// continues.
@usableFromInline
final class UnarchivingSession: @unchecked Sendable {
  @safe @exclusivity(unchecked) var schemas: [ArchiveSchema] = []
  @safe @exclusivity(unchecked) var limits = ArchiveLimits()
  @safe @exclusivity(unchecked) var depth = 0
  @safe @exclusivity(unchecked) var count = 0
  /// Additional names of types, and the allowed subclasses.
  @safe @exclusivity(unchecked) var allowing = AllowedTypes()
  @safe @exclusivity(unchecked) var objects = ObjectTable()
  /// The contents of `Decoder.userInfo`.
  @safe @exclusivity(unchecked) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The source of blobs that the archive refers to by number.
  ///
  /// The caller that sets the source resets it.
  @safe @exclusivity(unchecked) var blobs: (any BlobSource)?
  /// The idle states for decoding Codable values, with their cached facts about types.
  @safe @exclusivity(unchecked) private var decoders: [DecoderState] = []
  /// The plan that is current outside every object; its number is 0.
  private let noFields = FieldPlan(0, stored: ArchiveSchema("", fields: []), wanted: nil)
  /// The plans by number, which are kept until the archive has been decoded.
  @safe @exclusivity(unchecked) private var plans: [Plan]
  /// The numbers of plans after the first few.
  @safe @exclusivity(unchecked) private var places: [PlanKey: Int] = [:]
  /// The number of plans that a linear search covers.
  private static let few = 16
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

  /// Returns a state for decoding Codable values; each level of nested decoders needs its own
  /// state.
  func takeDecoder() -> DecoderState { decoders.popLast() ?? DecoderState() }

  /// Returns a state to the session.
  func give(_ decoder: DecoderState) {
    guard decoder.end() else { return decoder.dispose() }
    decoders.append(decoder)
  }

  /// Prepares the session for another archive.
  func begin(limits: ArchiveLimits, allowing: AllowedTypes) {
    self.limits = limits
    if !allowing.isEmpty { self.allowing = allowing }
    depth = 0
    count = 0
  }

  /// Releases everything that was decoded.
  ///
  /// Schemas stay cached, because the next archive usually has the same schemas.
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
  func takeSchemas(
    _ cursor: inout ByteCursor, schema: (UInt32) -> ArchiveSchema?
  ) throws(ArchiveError) {
    let count = try ArchiveHead.takeCount(&cursor, size: 1)
    if count < schemas.count { schemas.removeSubrange(count...) }
    for index in 0..<count {
      let place = cursor.position
      let number = try cursor.varint()
      guard let found = schema(number) else {
        throw ArchiveError(.unknownReference, at: place, "there is no schema \(number)")
      }
      if index == schemas.count {
        schemas.append(found)
      } else if schemas[index] !== found {
        schemas[index] = found
      }
    }
  }

  /// Returns the number of the plan for a structure's fields in objects of an archived schema.
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
      throw ArchiveError(.typeMismatch, at: offset, "the archive has \(stored), no \(wanted.name)")
    }
    return try plan(stored, wanted, at: offset).number
  }

  func plan(
    _ stored: ArchiveSchema, _ wanted: ArchiveSchema, at offset: Int
  ) throws(ArchiveError) -> FieldPlan {
    if let number = known(stored, wanted) { return plans[number].plan }
    try checkVersion(stored, wanted, at: offset)
    return remember(FieldPlan(plans.count, stored: stored, wanted: wanted), stored, wanted)
  }

  /// Returns the plan for an archived schema's fields by their own positions.
  func plan(number: Int) -> FieldPlan { plan(schemas[number - 1]) }

  func plan(_ stored: ArchiveSchema) -> FieldPlan {
    if let number = known(stored, stored) { return plans[number].plan }
    return remember(FieldPlan(plans.count, stored: stored, wanted: stored), stored, stored)
  }

  /// Returns the plan for a class level that the archived object lacks: all fields are missing.
  func plan(missing wanted: ArchiveSchema) -> FieldPlan {
    let nothing = noFields.stored
    if let number = known(nothing, wanted) { return plans[number].plan }
    return remember(FieldPlan(plans.count, missing: wanted), nothing, wanted)
  }

  /// Returns the plan with a number.
  @inline(__always)
  func plan(at number: Int) -> FieldPlan { plans[number].plan }

  /// Returns the facts about a plan that entering an object requires.
  @inline(__always)
  func shape(ofPlan number: Int) -> FieldPlan.Shape { plans[number].shape }

  @inline(__always)
  private func known(_ stored: ArchiveSchema, _ wanted: ArchiveSchema) -> Int? {
    let (a, b) = (ObjectIdentifier(stored), ObjectIdentifier(wanted))
    for index in plans.prefix(Self.few).indices
    where plans[index].stored == a && plans[index].wanted == b {
      return index
    }
    return plans.count > Self.few ? places[PlanKey(stored: a, wanted: b)] : nil
  }

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

  /// Refuses objects of a later version of the type, unless the fields are the same.
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
      "\(stored.name) has version \(stored.version), this program knows \(wanted.version)")
  }

  /// Returns whether a name in the archive identifies a wanted type.
  func isName(_ stored: String, of wanted: ArchiveSchema) -> Bool {
    stored == wanted.name || wanted.formerNames.contains(stored)
      || allowing.names[stored] == wanted.name
  }
}
