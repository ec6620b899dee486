#if Macros
  import SwiftSyntaxMacros

  /// The macro `@Reference`, which archives a reference that may be part of a cycle of objects.
  enum ReferenceMacro: MarkerMacro {}
#endif
