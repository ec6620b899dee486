#if Macros
  import SwiftSyntaxMacros

  /// The macro `@Archivable`.
  ///
  /// | type | generated members |
  /// |---|---|
  /// | struct or enum that is not nested | in an extension |
  /// | nested struct or enum | in the declaration, except for the initializer of a struct |
  /// | class | in the declaration |
  ///
  /// A generated extension does not see names in surrounding types. An initializer in the
  /// declaration would remove the memberwise initializer of a struct. Subclasses cannot override
  /// members of an extension.
  enum ArchivableMacro: TypeMacro {
    typealias Expansion = ArchivableExpansion
  }
#endif
