/// The facts that an encoder keeps about a Swift type.
final class EncodedType {
  /// The name of the type in archives, without modules.
  private(set) lazy var name = TypeName.archived(type)
  /// The type as an archivable type, or `nil` for other types.
  let archivable: (any ArchivableValue.Type)?
  /// The type as a dictionary or a set of `Encodable` values, or `nil` for other types.
  let collection: (any EncodableCollection.Type)?
  private let type: Any.Type
  var predicted = PredictedShape<EncodedShape>()

  init(_ type: Any.Type) {
    self.type = type
    archivable = type as? any ArchivableValue.Type
    collection = type as? any EncodableCollection.Type
  }
}

/// A dictionary or a set of `Encodable` values, archived as entries or elements.
///
/// Archivable keys keep their type. Other keys, and all values and elements, are archived as any:
/// with their own type.
protocol EncodableCollection: SendableMetatype {
  /// Appends the type and the entries or elements.
  func append(to state: EncoderState) throws
}
