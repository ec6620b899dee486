#if Macros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  @testable import LodeMacros
#endif
