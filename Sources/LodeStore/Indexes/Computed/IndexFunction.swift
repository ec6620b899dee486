internal import LodeCoding

/// The function of a computed value: what it makes of the archive of a row.
///
/// Definitions are told apart by its name and version, so all functions count as the same, and as
/// one that is not known.
struct IndexFunction: Sendable, Hashable {
  private typealias Body =
    @Sendable (Span<UInt8>, SchemaCatalog, (any BlobSource)?) -> ArchiveValue?

  private let body: Body?

  /// One that is not known.
  init() { body = nil }

  init<Row: ArchivableValue, Value: ArchivableValue>(
    _ function: @escaping @Sendable (Row) -> Value?
  ) {
    body = { archive, schemas, blobs in
      var unarchiver = Unarchiver()
      unarchiver.blobs = blobs
      // A row that is no such object has no value.
      guard
        let row = try? unarchiver.unarchive(Row.self, stored: archive, schema: schemas.schema),
        let value = function(row)
      else { return nil }
      if let text = value as? String { return .string(text) }
      return (try? ArchiveValue(archiving: value))?.untyped
    }
  }

  var isKnown: Bool { body != nil }

  /// The value of a row, or `nil` if the row has no value.
  func value(
    _ archive: Span<UInt8>, _ schemas: SchemaCatalog, _ blobs: (any BlobSource)?
  ) -> ArchiveValue? {
    body?(archive, schemas, blobs)
  }

  static func == (a: IndexFunction, b: IndexFunction) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
