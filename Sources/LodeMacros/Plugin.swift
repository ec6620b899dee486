#if Macros
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  /// The program that the compiler asks for expansions.
  @main
  struct LodeMacros: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
      ArchivableMacro.self, StoredMacro.self, IgnoredMacro.self, TransformedMacro.self,
      ReferenceMacro.self, ModelMacro.self, KeyMacro.self, IndexMacro.self, UniqueMacro.self,
      SearchableMacro.self,
    ]
  }
#else
  /// Without the trait there is nothing to expand, but a target needs a program.
  @main
  struct LodeMacros {
    static func main() {}
  }
#endif
