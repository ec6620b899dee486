import Synchronization

/// What is known while one archive is read: its schemas, and the shared objects made so far.
///
/// Kept for the next archive for what it knows of schemas.
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
  /// Other names for types, and classes that may be made though only a superclass was asked for.
  @safe @exclusivity(unchecked) var allowing = AllowedTypes()
  @safe @exclusivity(unchecked) var objects = ObjectTable()
  /// What `Decoder.userInfo` has.
  @safe @exclusivity(unchecked) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The source of blobs that the archive only names.
  ///
  /// The caller that sets it resets it.
  @safe @exclusivity(unchecked) var blobs: (any BlobSource)?
  /// What decodes Codable values and is idle, with what it knows of types.
  @safe @exclusivity(unchecked) private var decoders: [DecoderState] = []
  /// The plan that stands where no object was begun; its number is 0.
  private let noFields = FieldPlan(0, stored: ArchiveSchema("", fields: []), wanted: nil)
  /// By their numbers; they stay until the archive has been read.
  @safe @exclusivity(unchecked) private var plans: [Plan]
  /// The numbers of plans behind the first few.
  @safe @exclusivity(unchecked) private var places: [PlanKey: Int] = [:]
  /// Up to this number, a linear search is used.
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
    /// Keeps both schemas alive, so that their identities stay theirs.
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

  /// Takes it for the caller alone; `false` when somebody has it.
  @inline(__always)
  func take() -> Bool {
    !isBorrowed.load(ordering: .relaxed) && !isBorrowed.exchange(true, ordering: .acquiring)
  }

  /// Lets others take it.
  @inline(__always)
  func giveBack() { isBorrowed.store(false, ordering: .releasing) }

  /// Something that decodes Codable values; one more for each that another one has in it.
  func takeDecoder() -> DecoderState { decoders.popLast() ?? DecoderState() }

  /// Takes it back.
  func give(_ decoder: DecoderState) {
    guard decoder.end() else { return decoder.dispose() }
    decoders.append(decoder)
  }

  /// Makes it ready for another archive.
  func begin(limits: ArchiveLimits, allowing: AllowedTypes) {
    self.limits = limits
    if !allowing.isEmpty { self.allowing = allowing }
    depth = 0
    count = 0
  }

  /// Lets go of everything that was read.
  ///
  /// Schemas stay, since the next archive mostly has the same.
  func end() {
    if !objects.states.isEmpty { objects = ObjectTable() }
    if !userInfo.isEmpty { userInfo = [:] }
    // What one archive is allowed to call by other names, the next one may not be.
    let hadNames = !allowing.names.isEmpty
    if !allowing.isEmpty { allowing = AllowedTypes() }
    if schemas.count > Self.maximumPlans { schemas = [] }
    guard plans.count > Self.maximumPlans || hadNames && plans.count > 1 else { return }
    plans.removeSubrange(1...)
    places = [:]
  }

  /// Finds the schemas of a stored archive by the numbers at its front.
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

  /// How the fields of a structure are found in objects of a schema of the archive.
  ///
  /// Returns the number of the plan.
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

  /// How the fields of a schema of the archive are found by their own places.
  func plan(number: Int) -> FieldPlan { plan(schemas[number - 1]) }

  func plan(_ stored: ArchiveSchema) -> FieldPlan {
    if let number = known(stored, stored) { return plans[number].plan }
    return remember(FieldPlan(plans.count, stored: stored, wanted: stored), stored, stored)
  }

  /// How the fields of a level are found that the archived object does not have: they are all
  /// missing.
  func plan(missing wanted: ArchiveSchema) -> FieldPlan {
    let nothing = noFields.stored
    if let number = known(nothing, wanted) { return plans[number].plan }
    return remember(FieldPlan(plans.count, missing: wanted), nothing, wanted)
  }

  /// The plan of a number.
  @inline(__always)
  func plan(at number: Int) -> FieldPlan { plans[number].plan }

  /// What has to be known of a plan to enter an object.
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

  /// Whether a name in the archive stands for the type of another.
  func isName(_ stored: String, of wanted: ArchiveSchema) -> Bool {
    stored == wanted.name || wanted.formerNames.contains(stored)
      || allowing.names[stored] == wanted.name
  }
}
