#if Macros
  import SwiftSyntaxMacros

  /// The macro `@Ignored`, which excludes a property from archives.
  enum IgnoredMacro: MarkerMacro {}
#endif
