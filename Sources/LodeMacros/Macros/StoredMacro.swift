#if Macros
  import SwiftSyntaxMacros

  /// The macro `@Stored`, which gives a property or a case another name in archives.
  enum StoredMacro: MarkerMacro {
    static var marksCases: Bool { true }
  }
#endif
