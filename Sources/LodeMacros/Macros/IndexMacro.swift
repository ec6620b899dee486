#if Macros
  import SwiftSyntaxMacros

  /// The macro `@Index`, which declares an index of a model's property.
  enum IndexMacro: MarkerMacro {
    static var seenBy: [String] { ["Model"] }
  }

  /// The macro `@Unique`, which declares a unique index of a model's property.
  enum UniqueMacro: MarkerMacro {
    static var seenBy: [String] { ["Model"] }
  }
#endif
