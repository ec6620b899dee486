extension Archive {
  /// Decodes a self-contained archive.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - limits: The limits on the archive.
  /// - Complexity: O(n) for n bytes of the archive.
  /// - Throws: ``ArchiveError`` with the offset and one of these codes:
  ///   - `tooDeep` if the archive exceeds the depth limit, or a type is composed of more than 16
  ///     types.
  ///   - `tooLarge` if the archive exceeds the limit on size or count.
  ///   - `typeMismatch` if an object has a schema of another kind, such as a structure with the
  ///     schema of a class.
  ///   - `unknownFormat`, `wrongChecksum`, `truncated`, `trailingBytes`, `notCanonical`,
  ///     `invalidUTF8`, `invalidValue`, or `unknownReference` if the bytes are damaged.
  public init(_ bytes: Span<UInt8>, limits: ArchiveLimits = ArchiveLimits()) throws {
    try limits.check(size: bytes.count)
    let head = try ArchiveHead(selfContained: bytes)
    self = try Unarchiver(limits: limits).reading(bytes, head) { reader in
      var values = UntypedReader(reader.cursor, reader.session)
      return try values.archive()
    }
  }

  /// Decodes a stored archive.
  ///
  /// A stored archive refers to its schemas by number.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - limits: The limits on the archive.
  ///   - schema: Returns the schema with a number, or `nil` if the store has no schema with the
  ///     number.
  /// - Complexity: O(n) for n bytes of the archive.
  /// - Throws: ``ArchiveError`` with the offset and one of these codes:
  ///   - `tooDeep` if the archive exceeds the depth limit, or a type is composed of more than 16
  ///     types.
  ///   - `tooLarge` if the archive exceeds the limit on size or count.
  ///   - `typeMismatch` if an object has a schema of another kind, such as a structure with the
  ///     schema of a class.
  ///   - `unknownFormat`, `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, or
  ///     `invalidValue` if the bytes are damaged.
  ///   - `unknownReference` if `schema` returns `nil` for a number, or a reference leads to no
  ///     object.
  public init(
    stored bytes: Span<UInt8>, limits: ArchiveLimits = ArchiveLimits(),
    schema: (UInt32) -> ArchiveSchema?
  ) throws {
    self = try Unarchiver(limits: limits).archive(stored: bytes, schema: schema)
  }

  /// Returns the self-contained archive.
  ///
  /// - Parameter limits: The limits on the archive; encoding ignores ``ArchiveLimits/count``.
  /// - Complexity: O(n) for n bytes of the archive; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` or `outOfRange` if a value does not fit its type.
  ///   - `typeMismatch` if an element of ``objects`` is not an instance of a class, or a value
  ///     holds an instance instead of a reference.
  ///   - `typeMismatch` if the type of a field is or contains `null`.
  ///   - `unknownReference` if a reference names no instance.
  ///   - `wrongFields` if an object has two fields of one name, or two groups with one label.
  ///   - `wrongFields` if a structure or an enumeration case has a superclass.
  ///   - `equalElements` if two elements of a set, or two keys of a dictionary, have the same
  ///     bytes.
  ///   - `tooDeep` if the archive exceeds the depth limit, or a type is composed of more than 16
  ///     types.
  ///   - `tooDeep` if an instance has more than 255 levels: classes of its inheritance chain.
  ///   - `tooLarge` if the archive exceeds the size limit.
  public func encoded(limits: ArchiveLimits = ArchiveLimits()) throws -> [UInt8] {
    try Archiver(limits: limits).encoding({ try append(to: &$0) }) { $0.selfContained() }
  }

  /// Returns the archive for a store.
  ///
  /// The store numbers the schemas when it writes the archive.
  ///
  /// - Parameters:
  ///   - limits: The limits on the archive; encoding ignores ``ArchiveLimits/count``.
  ///   - evolution: The changes that the store accepts without a new version. Pass `open` for
  ///     archives of another store, where one version may have several schemas.
  /// - Complexity: O(n) for n bytes of the archive; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` or `outOfRange` if a value does not fit its type.
  ///   - `typeMismatch` if an element of ``objects`` is not an instance of a class, or a value
  ///     holds an instance instead of a reference.
  ///   - `typeMismatch` if the type of a field is or contains `null`.
  ///   - `unknownReference` if a reference names no instance.
  ///   - `wrongFields` if an object has two fields of one name, or two groups with one label.
  ///   - `wrongFields` if a structure or an enumeration case has a superclass.
  ///   - `equalElements` if two elements of a set, or two keys of a dictionary, have the same
  ///     bytes.
  ///   - `tooDeep` if the archive exceeds the depth limit, or a type is composed of more than 16
  ///     types.
  ///   - `tooDeep` if an instance has more than 255 levels: classes of its inheritance chain.
  ///   - `tooLarge` if the archive exceeds the size limit.
  public func forStore(
    limits: ArchiveLimits = ArchiveLimits(), evolution: ArchiveEvolution = .strict
  ) throws -> EncodedArchive {
    try Archiver(limits: limits).encoding({ writer in
      writer.untyped.evolution = evolution
      try append(to: &writer)
    }) { EncodedArchive($0) }
  }

  /// Appends the body of an archive: the value with its type, and the instances of classes.
  func append(to writer: inout ArchiveWriter) throws {
    writer.objectCount = objects.count
    try writer.append(rootType)
    try rootType.append(root, to: &writer)
    if objects.isEmpty { return try writer.finishBody() }
    let end = UInt32(truncatingIfNeeded: writer.output.count - ArchiveWriter.front)
    var starts: [UInt32] = []
    for object in objects {
      guard let object else {
        starts.append(ObjectOffsets.absent)
        continue
      }
      starts.append(UInt32(truncatingIfNeeded: writer.output.count - ArchiveWriter.front))
      try object.append(sharedTo: &writer)
      guard writer.output.count - ArchiveWriter.front <= writer.limits.size else {
        throw writer.tooLarge()
      }
    }
    writer.appendTable(rootEnd: end, starts: starts)
  }
}
