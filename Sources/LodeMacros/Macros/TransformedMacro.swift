#if Macros
  import SwiftSyntaxMacros

  /// The macro `@Transformed`, which archives a property as a value of another type.
  enum TransformedMacro: MarkerMacro {}
#endif
