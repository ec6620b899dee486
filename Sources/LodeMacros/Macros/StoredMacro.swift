#if Macros
  import SwiftSyntaxMacros

  /// The macro `@Stored`, which sets the name of a property or a case in archives, and the former
  /// names of a property.
  enum StoredMacro: MarkerMacro {
    static var marksCases: Bool { true }
  }
#endif
