// Instances of classes. A reference holds the number of an instance, and the first reference
// creates the instance. Each class of the instance's inheritance chain is a level with its own
// fields.
extension ArchiveReader {
  /// Decodes a reference that may be part of a cycle.
  ///
  /// The reader calls `assign` after the whole archive has been decoded and all instances exist.
  /// The reader does not call `assign` for a nil or absent reference. Call this method after
  /// ``register(_:)``.
  ///
  /// The reader checks the type of the instance before the reader calls `assign`. Decoding the
  /// archive then throws `typeMismatch` for another type, or `typeNotAllowed` for a class that the
  /// program does not allow.
  ///
  /// - Parameters:
  ///   - field: The index of the field in the type's schema.
  ///   - type: The type of the instance.
  ///   - assign: Receives the instance, and sets the property.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the field is not a reference.
  ///   - `truncated`, `trailingBytes`, `notCanonical`, or `unknownReference` if the bytes are
  ///     damaged.
  public mutating func decodeReference<T: ArchivableClass>(
    _ field: Int, as type: T.Type = T.self, _ assign: @escaping (T) -> Void
  ) throws {
    let slot = self.slot(field)
    guard slot.way != .missing, frame.holds(slot, cursor.bytes) else { return }
    let outer = (cursor.position, cursor.end)
    defer { (cursor.position, cursor.end) = outer }
    let stored = plan.stored.fields[Int(slot.field)].type.unwrapped
    guard stored == .object else {
      throw ArchiveError(
        .typeMismatch, at: frame.start, "the archive has \(stored), not a reference")
    }
    try frame.move(&cursor, to: slot, of: plan.stored)
    let number = try session.takeReference(&cursor)
    try cursor.finishPayload(outer.1)
    session.typed.append(
      UnarchivingSession.PendingReference(
        owner: session.objects.current, number: number, type: type
      ) {
        (object, isTrial) in
        guard let object = object as? T else {
          throw ArchiveError(
            .typeMismatch, "the archive has \(Swift.type(of: object)), not \(T.self)")
        }
        if !isTrial { assign(object) }
      })
  }

  /// Registers an instance, so that references in a cycle find the instance while it is being
  /// decoded.
  ///
  /// A class whose instances may be part of cycles calls this method as soon as all properties are
  /// set.
  public mutating func register(_ object: some ArchivableClass) {
    guard session.objects.current > 0 else { return }
    session.set(session.objects.current, .made(object))
  }

  /// Decodes a reference, and creates its instance unless the instance exists.
  @usableFromInline
  mutating func reference<T: ArchivableClass>(as type: T.Type) throws -> T {
    let place = cursor.position
    let number = try session.takeReference(&cursor)
    guard let object = try object(number, as: type) else {
      throw ArchiveError(.unknownReference, at: place, "object \(number) does not exist")
    }
    guard let object = object as? T else {
      throw ArchiveError(
        .typeMismatch, at: place, "the archive has \(Swift.type(of: object)), not \(T.self)")
    }
    return object
  }

  /// Returns the instance with a number, and creates the instance at the first call.
  ///
  /// Returns `nil` if only conditional references name the instance.
  mutating func object<T: ArchivableClass>(
    _ number: Int, as type: T.Type
  ) throws -> AnyObject? {
    switch session.objects.state(number) {
    case .made(let object): return object
    case .beingMade:
      throw ArchiveError(
        .unresolvedCycle, at: cursor.position, "creating object \(number) requires the same object")
    case .failed(let error): throw error
    case .untouched: break
    }
    guard let start = try session.objects.places.start(of: number, in: cursor.bytes) else {
      return nil
    }
    let outer = (cursor.position, cursor.end)
    defer { (cursor.position, cursor.end) = outer }
    cursor.position = start
    cursor.end = session.objects.places.end
    try session.enter(at: cursor.position)
    defer { session.leave() }
    return try makeObject(number, as: type)
  }

  /// Creates the instance whose bytes begin at the reader's position.
  private mutating func makeObject<T: ArchivableClass>(
    _ number: Int, as type: T.Type
  ) throws -> AnyObject {
    let outer = (session.enterObject(number), frame)
    defer {
      session.leaveObject(outer.0)
      frame = outer.1
    }
    try session.takeLevels(&cursor)
    let leaf = session.objects.levels[session.objects.levels.count - 1].schema
    let isDeclared = session.isName(leaf.name, of: T.archiveSchema)
    let made: any ArchivableClass.Type =
      isDeclared ? type : try session.typed.class(of: leaf, for: type, at: cursor.position)
    session.set(number, .beingMade)
    do {
      let object = try made.init(from: &self)
      session.set(number, .made(object))
      return object
    } catch {
      session.set(number, .failed(error))
      throw error
    }
  }

  /// Moves to the level of a class; a class calls this method before it decodes its own fields.
  ///
  /// If the class joined the inheritance chain after the instance was archived, the instance lacks
  /// the level. All fields of the level are then absent.
  ///
  /// - Parameter schema: The schema of the class.
  /// - Complexity: O(l) for l levels of the instance.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `futureVersion` if a later version of the class, with other fields, wrote the level.
  ///   - `unknownFormat`, `truncated`, `trailingBytes`, or `invalidValue` if the bytes are damaged.
  public mutating func enterLevel(_ schema: ArchiveSchema) throws {
    if let level = session.level(of: schema) {
      cursor.position = level.start
      cursor.end = level.end
      let plan = try session.plan(level.schema, schema, at: level.start)
      frame = try session.frame(plan: plan.number, cursor, end: level.end)
      return
    }
    frame.follow(session.plan(missing: schema))
    frame.depth = session.depth
  }

  /// Creates the instances of all references that `decodeReference` decoded, and then sets these
  /// references.
  ///
  /// The reader sets a reference only after the whole archive has been decoded. Otherwise a refused
  /// archive could leave reference cycles in memory.
  mutating func resolvePending() throws {
    if session.objects.states.isEmpty { return }
    let session = session.typed
    var found: [(reference: UnarchivingSession.PendingReference, object: AnyObject)] = []
    while let reference = session.popPending() {
      guard let object = try object(reference.number, as: reference.type) else { continue }
      try reference.assign(object, true)
      found.append((reference, object))
    }
    for (reference, object) in found { try reference.assign(object, false) }
  }
}
