// Cases of enumerations.
extension ArchiveReader {
  /// Begins a case of any enumeration, and returns the state of the outer object's fields.
  @usableFromInline
  mutating func beginCase() throws(ArchiveError) -> FieldFrame {
    try session.enter(at: cursor.position)
    let number = try session.takeSchemaNumber(&cursor)
    return try beginFields(plan: session.plan(number: number).number)
  }

  /// Returns the index of the object's case in `T.archiveSchemas`, and enters the case's fields.
  ///
  /// An enumeration calls this method first in `init(from:)`.
  ///
  /// - Complexity: O(c) for c cases of the enumeration.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the object is not a case of this enumeration.
  ///   - `unknownCase` if the enumeration lacks the case.
  ///   - `futureVersion` if a later version of the enumeration wrote the case, and this version
  ///     lacks the case or declares other fields.
  public mutating func enterCase<T: ArchivableEnum>(of type: T.Type) throws -> Int {
    let stored = plan.stored
    guard case .enumCase(let name) = stored.kind,
      let first = T.archiveSchemas.first,
      session.isName(stored.name, of: first)
    else {
      throw ArchiveError(
        .typeMismatch, at: frame.start, "the archive has \(stored), not \(T.self)")
    }
    guard let index = T.archiveSchemas.firstIndex(where: { $0.kind == .enumCase(name) }) else {
      try session.checkVersion(stored, first, at: frame.start)
      throw ArchiveError(.unknownCase, at: frame.start, "\(first.name) has no case \(name)")
    }
    let wanted = T.archiveSchemas[index]
    frame.follow(try session.plan(stored, wanted, at: frame.start))
    return index
  }
}
