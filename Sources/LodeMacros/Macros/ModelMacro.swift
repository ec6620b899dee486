#if Macros
  import SwiftSyntaxMacros

  /// The macro `@Model`.
  ///
  /// The expansion contains the expansion of `@Archivable` and the members of `Model`. For a class
  /// or a nested struct, the members of `Model` are in the declaration. For other structs, the
  /// members of `Model` are in the extension.
  enum ModelMacro: TypeMacro {
    typealias Expansion = ModelCheck
  }
#endif
