#if Macros
  import SwiftSyntaxMacros

  /// The macro `@Key`, which makes a property the key of its model, or a component of the key.
  enum KeyMacro: MarkerMacro {
    static var seenBy: [String] { ["Model"] }
  }
#endif
