#if Macros
  import SwiftSyntaxMacros

  /// The macro `@Reference`, which lets a reference be part of a cycle of objects.
  enum ReferenceMacro: MarkerMacro {}
#endif
