/// A field that a module adds to another module's type, kept in the ``ArchiveExtensions`` of each
/// object.
///
/// ```swift
/// let shoeSize = ArchiveExtensionField<Int>("Clothes", "shoeSize")
/// var extensions = ArchiveExtensions()
/// extensions[shoeSize] = 42
/// ```
///
/// The module usually declares the field as a static constant of an extension of the type. A
/// computed property then gets and sets `extensions[Self.shoeSize]`.
///
/// A value cannot be or contain an instance of a class.
public struct ArchiveExtensionField<Value: ArchivableValue>: Hashable, Sendable {
  /// The name under which a module keeps its fields, separate from other modules' fields.
  ///
  /// The empty label is reserved for fields that another version of the type itself declares.
  public let label: String
  /// The name of the field, unique under the label.
  public let name: String

  /// Creates a field with the given label and name.
  public init(_ label: String, _ name: String) {
    self.label = label
    self.name = name
  }
}
