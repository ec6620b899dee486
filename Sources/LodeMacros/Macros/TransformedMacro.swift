#if Macros
  import SwiftSyntaxMacros

  /// `@Transformed` archives a property as something else.
  enum TransformedMacro: MarkerMacro {}
#endif
