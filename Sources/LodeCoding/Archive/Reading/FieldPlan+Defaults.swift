extension FieldPlan {
  /// Returns the default of a field that the archived version lacks, or `nil` without a default.
  ///
  /// The default that the store recorded takes precedence if the program's default varies or does
  /// not exist.
  func added<T: ArchivableValue>(
    _ field: Int, as type: T.Type, in session: ReadingSession
  ) throws -> T? {
    guard let wanted = wanted?.fields[field] else { return nil }
    if let recorded = stored.added(named: wanted.name), !recorded.archive.isEmpty,
      recorded.isVarying || wanted.standard == nil
    {
      return try Unarchiver(limits: session.limits, allowing: session.typed.allowing)
        .unarchive(T?.self, from: recorded.archive.span)
    }
    return try wanted.standard?.value(as: type)
  }

  /// Returns the error for a field that is absent or nil, has no default, and is not optional.
  func missing(_ field: Int, at offset: Int) -> ArchiveError {
    let schema = wanted ?? stored
    return ArchiveError(
      .missingField, at: offset,
      "\(schema.name) has no \(schema.fields[field].name) in version \(stored.version)")
  }
}
