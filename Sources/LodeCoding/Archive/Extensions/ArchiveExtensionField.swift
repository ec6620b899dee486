/// A field that an extension adds to a type with ``ArchiveExtensions``.
///
/// ```swift
/// let shoeSize = ArchiveExtensionField<Int>("Clothes", "shoeSize")
/// var extensions = ArchiveExtensions()
/// extensions[shoeSize] = 42
/// ```
///
/// An extension declares the field as a static constant, and a computed property that gets and sets
/// `extensions[Self.shoeSize]`.
///
/// Extension fields cannot be instances of classes or values that contain instances.
public struct ArchiveExtensionField<Value: ArchivableValue>: Hashable, Sendable {
  /// The name of the extension, which keeps its fields separate from other extensions' fields.
  ///
  /// The empty label holds former fields of the type itself.
  public let label: String
  /// The field's name under the label.
  public let name: String

  /// Creates a field with the given label and name.
  public init(_ label: String, _ name: String) {
    self.label = label
    self.name = name
  }
}
