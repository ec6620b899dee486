#if Macros
  import SwiftSyntaxMacros

  /// `@Reference` archives a reference that is read after its object.
  enum ReferenceMacro: MarkerMacro {}
#endif
