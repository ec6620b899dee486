#if Macros
  import SwiftSyntaxMacros

  /// `@Index` keeps an index of a property of a model.
  enum IndexMacro: MarkerMacro {
    static var seenBy: [String] { ["Model"] }
  }

  /// `@Unique` keeps a unique index of a property of a model.
  enum UniqueMacro: MarkerMacro {
    static var seenBy: [String] { ["Model"] }
  }
#endif
