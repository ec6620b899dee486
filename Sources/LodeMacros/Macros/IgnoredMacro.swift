#if Macros
  import SwiftSyntaxMacros

  /// `@Ignored` leaves a property out of archives.
  enum IgnoredMacro: MarkerMacro {}
#endif
