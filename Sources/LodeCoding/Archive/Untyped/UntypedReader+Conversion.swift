extension UntypedReader {
  /// Decodes a value of the archived type `stored` as a `T`, if the conversion preserves the value.
  ///
  /// The conversion writes the value to a temporary archive as the type of `T`, and reads the
  /// temporary archive. Throws `typeMismatch` or `outOfRange` if the value does not convert.
  mutating func converted<T: ArchivableValue>(
    from stored: ArchiveType, as type: T.Type
  ) throws -> T {
    let place = cursor.position
    // The payload of an object begins with the number of a schema or of a class instance. Both
    // numbers are valid only in the archive that contains the object, not in the temporary archive.
    guard stored != .object, T.archiveType != .object else {
      throw ArchiveError(
        .typeMismatch, at: place, "the archive has \(stored) where \(T.archiveType) is expected")
    }
    let value = try value(stored)
    do {
      return try Archiver(limits: session.limits).encoding(
        { try T.archiveType.append(value, to: &$0) },
        { writer in try read(writer.output.bytes.extracting(ArchiveWriter.front...), as: type) })
    } catch let error as ArchiveError {
      throw ArchiveError(error.code, at: place, error.message)
    }
  }

  private func read<T: ArchivableValue>(_ payload: Span<UInt8>, as type: T.Type) throws -> T {
    var reader = ArchiveReader(payload, session: session)
    return try T.unarchive(from: &reader)
  }
}
