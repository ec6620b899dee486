/// A field that an extension adds to a type that has an ``ArchiveExtensions``.
///
/// ```swift
/// let shoeSize = ArchiveExtensionField<Int>("Clothes", "shoeSize")
/// var extensions = ArchiveExtensions()
/// extensions[shoeSize] = 42
/// ```
///
/// An extension of a type has it as a static constant, and beside it a computed property that gets
/// and sets `extensions[Self.shoeSize]`.
///
/// Instances of classes cannot be such fields, nor can values that hold some.
public struct ArchiveExtensionField<Value: ArchivableValue>: Hashable, Sendable {
  /// Whose field it is: a name for the extension, so that extensions do not meddle with each
  /// other's fields.
  ///
  /// Under the empty label are fields that the type itself had once.
  public let label: String
  /// The name under this label.
  public let name: String

  /// Creates a field.
  public init(_ label: String, _ name: String) {
    self.label = label
    self.name = name
  }
}
