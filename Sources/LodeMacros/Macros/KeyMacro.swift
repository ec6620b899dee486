#if Macros
  import SwiftSyntaxMacros

  /// `@Key` makes a property the key of its model, or a part of it.
  enum KeyMacro: MarkerMacro {
    static var seenBy: [String] { ["Model"] }
  }
#endif
