/// The types that an archive may create in addition to the types that the program requests.
///
/// Decoding creates instances of the types in the program's own declarations, whatever the archive
/// contains. Subclasses must be named explicitly: `[Circle.self, Square.self]` for an archive
/// decoded as `[Shape]`. An array literal allows the listed classes.
///
/// ```swift
/// var allowed: AllowedTypes = []
/// allowed.names["Drawing.Disc"] = "Circle"  // a name from another program
/// ```
public struct AllowedTypes: Sendable {
  /// Classes that may be created where the program requests one of their superclasses.
  public var classes: [any ArchivableClass.Type] = []
  /// Current type names by the names in archives, in addition to declared former names.
  public var names: [String: String] = [:]

  /// Whether the instance allows no types.
  var isEmpty: Bool { classes.isEmpty && names.isEmpty }

  /// Creates an instance that allows no types.
  public init() {}

  /// Creates an instance that allows subclasses.
  public init(_ classes: [any ArchivableClass.Type]) { self.classes = classes }
}

extension AllowedTypes: ExpressibleByArrayLiteral {
  /// Creates an instance that allows the listed subclasses; an empty literal allows no types.
  public init(arrayLiteral classes: any ArchivableClass.Type...) { self.init(classes) }
}
