#if Macros
  import SwiftSyntaxMacros

  /// `@Searchable` has the words of a property of a model searched.
  enum SearchableMacro: MarkerMacro {
    static var seenBy: [String] { ["Model"] }
  }
#endif
