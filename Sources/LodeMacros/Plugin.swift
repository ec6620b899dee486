#if Macros
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  /// The program that the compiler runs to expand macros.
  @main
  struct LodeMacros: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
      ArchivableMacro.self, StoredMacro.self, IgnoredMacro.self, TransformedMacro.self,
      ReferenceMacro.self, ModelMacro.self, KeyMacro.self, IndexMacro.self, UniqueMacro.self,
      SearchableMacro.self,
    ]
  }
#else
  /// An empty program: without the package trait `Macros`, the target still needs an entry point.
  @main
  struct LodeMacros {
    static func main() {}
  }
#endif
