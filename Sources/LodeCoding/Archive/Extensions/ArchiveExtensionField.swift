/// A field that an extension adds to a type that has an ``ArchiveExtensions``.
///
/// ```swift
/// extension Person {
///   private static let shoeField = ArchiveExtensionField<Int>("Clothes", "shoeSize")
///   var shoeSize: Int? {
///     get { extensions[Self.shoeField] }
///     set { extensions[Self.shoeField] = newValue }
///   }
/// }
/// ```
///
/// Instances of classes cannot be such fields, nor can values that hold some.
public struct ArchiveExtensionField<Value: ArchivableValue>: Hashable, Sendable {
  /// Whose field it is: a name for the extension, so that extensions do not meddle with each other's fields.
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
