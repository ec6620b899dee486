#if Macros
  import SwiftSyntaxMacros

  /// The macro `@Reference`, which archives a reference that is read after its object.
  enum ReferenceMacro: MarkerMacro {}
#endif
