import Synchronization

/// The state of decoding one archive to types of the program.
///
/// A later archive reuses the session, with the cached schemas.
///
/// Sendable: a session from the pool has one user until the user returns the session.
@usableFromInline
final class UnarchivingSession: ReadingSession, @unchecked Sendable {
  /// A reference that is set after the whole archive has been decoded.
  struct PendingReference {
    /// The number of the instance that contains the reference, or 0.
    let owner: Int
    /// The number of the referenced instance.
    let number: Int
    let type: any ArchivableClass.Type
    /// Sets the reference; if the second argument is true, only checks the type of the instance.
    let assign: (AnyObject, Bool) throws -> Void
  }

  /// The classes that may be created where the program requests one of their superclasses.
  @safe @exclusivity(unchecked) private(set) var classes: [any ArchivableClass.Type] = []
  @safe @exclusivity(unchecked) private var pending: [PendingReference] = []
  @safe @exclusivity(unchecked) private var nextPending = 0
  /// The idle states for decoding `Codable` values, with their cached facts about types.
  @safe @exclusivity(unchecked) private var decoders: [DecoderState] = []
  /// The session of states that decode no archive.
  private static let idle = UnarchivingSession()
  /// Whether the session has a user.
  private let isBorrowed = Atomic(false)

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
  func takeDecoder() -> DecoderState { decoders.popLast() ?? DecoderState(idle: Self.idle) }

  /// Returns a state to the session, unless other code still holds one of its decoders.
  func give(_ decoder: DecoderState) {
    guard decoder.end() else { return decoder.dispose() }
    decoders.append(decoder)
  }

  /// The allowed subclasses and the additional type names.
  var allowing: AllowedTypes {
    var allowing = AllowedTypes(classes)
    allowing.names = names
    return allowing
  }

  /// Prepares the session for an archive.
  func begin(limits: ArchiveLimits, allowing: AllowedTypes) {
    self.limits = limits
    if !allowing.isEmpty { (classes, names) = (allowing.classes, allowing.names) }
    depth = 0
    count = 0
  }

  /// Releases the class instances and the settings of the archive.
  func end() {
    if !classes.isEmpty { classes = [] }
    if !pending.isEmpty { (pending, nextPending) = ([], 0) }
    clear()
  }

  func append(_ reference: PendingReference) { pending.append(reference) }

  /// Removes and returns the next pending reference.
  ///
  /// Skips references of an instance that failed, because the instance may already be freed.
  func popPending() -> PendingReference? {
    while nextPending < pending.count {
      let reference = pending[nextPending]
      nextPending += 1
      if reference.owner > 0, case .failed = objects.state(reference.owner) { continue }
      return reference
    }
    return nil
  }

  /// Returns the class of an instance that a program requests as `type`.
  ///
  /// Throws `typeNotAllowed` if the class is neither `type` nor an allowed subclass.
  func `class`<T: ArchivableClass>(
    of leaf: ArchiveSchema, for type: T.Type, at offset: Int
  ) throws -> any ArchivableClass.Type {
    for candidate in classes where isName(leaf.name, of: candidate.archiveSchema) {
      return candidate
    }
    throw ArchiveError(
      .typeNotAllowed, at: offset,
      "the archive has \(leaf.name) where \(T.archiveSchema.name) is expected")
  }
}

extension ReadingSession {
  /// The session with the types that the program decodes; every session of a reader has them.
  var typed: UnarchivingSession {
    guard let session = self as? UnarchivingSession else {
      preconditionFailure("the session was created without types")
    }
    return session
  }
}
