#if Macros
  import SwiftSyntaxMacros

  /// The macro `@Ignored`, which excludes a property from archives.
  enum IgnoredMacro: MarkerMacro {}

  /// The macro `@Reference`, which lets a reference be part of a cycle of objects.
  enum ReferenceMacro: MarkerMacro {}

  /// The macro `@Stored`, which sets the name of a property or a case in archives, and the former
  /// names of a property.
  enum StoredMacro: MarkerMacro {
    static var marksCases: Bool { true }
  }

  /// The macro `@Transformed`, which archives a property as a value of another type.
  enum TransformedMacro: MarkerMacro {}

  /// A marker that only `@Model` reads.
  protocol ModelMarkerMacro: MarkerMacro {}

  extension ModelMarkerMacro {
    static var seenBy: [String] { ["Model"] }
  }

  /// The macro `@Index`, which declares an index of a model's property.
  enum IndexMacro: ModelMarkerMacro {}

  /// The macro `@Key`, which makes a property the key of its model, or a component of the key.
  enum KeyMacro: ModelMarkerMacro {}

  /// The macro `@Searchable`, which adds a property to the full-text index of its model.
  enum SearchableMacro: ModelMarkerMacro {}

  /// The macro `@Unique`, which declares a unique index of a model's property.
  enum UniqueMacro: ModelMarkerMacro {}
#endif
