/// What an archive may stand for beyond the types that the program asks for by name.
///
/// Reading an archive makes instances of the types in the program's own declarations, whatever the
/// archive says. Subclasses are the exception: they must be named, as `[Circle.self, Square.self]`
/// where the archive is read as `[Shape]`. An array literal stands for the classes that it lists.
///
/// ```swift
/// var allowed: AllowedTypes = []
/// allowed.names["Drawing.Disc"] = "Circle"  // a name from another program
/// ```
public struct AllowedTypes: Sendable {
  /// Classes that may be made where one of their superclasses is asked for.
  public var classes: [any ArchivableClass.Type] = []
  /// The names of today for names in archives, beside the former names that types declare
  /// themselves.
  public var names: [String: String] = [:]

  /// Whether it allows nothing.
  var isEmpty: Bool { classes.isEmpty && names.isEmpty }

  /// Allows nothing.
  public init() {}

  /// Allows subclasses.
  public init(_ classes: [any ArchivableClass.Type]) { self.classes = classes }
}

extension AllowedTypes: ExpressibleByArrayLiteral {
  /// Allows the subclasses that the literal lists; an empty literal allows nothing.
  public init(arrayLiteral classes: any ArchivableClass.Type...) { self.init(classes) }
}
