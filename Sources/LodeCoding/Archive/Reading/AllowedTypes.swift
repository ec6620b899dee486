/// The subclasses that decoding may create, and the additional type names that decoding accepts.
///
/// Decoding creates only values of the requested type, of the types of its properties, and of the
/// classes in ``classes``. A program lists subclasses explicitly: `[Circle.self, Square.self]` for
/// an archive decoded as `[Shape]`.
///
/// ```swift
/// var allowed: AllowedTypes = []
/// allowed.names["Drawing.Disc"] = "Circle"  // a name from another program
/// ```
public struct AllowedTypes: Sendable {
  /// The classes that may be created where the program requests one of their superclasses.
  public var classes: [any ArchivableClass.Type] = []
  /// A map from names of types in archives to the names of the same types in this program.
  ///
  /// Former names that a type declares need no entry.
  public var names: [String: String] = [:]

  /// Whether the instance allows neither subclasses nor additional names.
  var isEmpty: Bool { classes.isEmpty && names.isEmpty }

  /// Creates an instance that allows neither subclasses nor additional names.
  public init() {}

  /// Creates an instance that allows the given subclasses.
  public init(_ classes: [any ArchivableClass.Type]) { self.classes = classes }
}

extension AllowedTypes: ExpressibleByArrayLiteral {
  /// Creates an instance that allows the listed subclasses.
  public init(arrayLiteral classes: any ArchivableClass.Type...) { self.init(classes) }
}
