/// The facts that a decoder keeps about a Swift type.
struct DecodedType {
  /// The type as an archivable type, or `nil` for other types.
  let archivable: (any ArchivableValue.Type)?
  /// The type as a dictionary of `Decodable` keys and values, or `nil` for other types.
  let entries: (any DecodableEntries.Type)?

  init(_ type: Any.Type) {
    archivable = type as? any ArchivableValue.Type
    entries = type as? any DecodableEntries.Type
  }
}

/// A dictionary of `Decodable` keys and values, decoded from entries.
protocol DecodableEntries: SendableMetatype {
  /// Decodes the entries in the payload of a dictionary whose archived type is `stored`.
  static func entries(
    _ state: DecoderState, _ stored: ArchiveType, _ payload: Range<Int>, _ parent: ValueDecoder?
  ) throws -> Self
}
