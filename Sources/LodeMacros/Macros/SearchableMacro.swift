#if Macros
  import SwiftSyntaxMacros

  /// The macro `@Searchable`, which adds a property to the full-text index of its model.
  enum SearchableMacro: MarkerMacro {
    static var seenBy: [String] { ["Model"] }
  }
#endif
