#if Macros
  import SwiftSyntax

  extension EnumDeclSyntax {
    /// Whether the cases have raw values: the first inherited type is `String`, `Float`, `Double`,
    /// or an integer type of at most 64 bits.
    var hasRawValues: Bool {
      guard let first = inheritanceClause?.inheritedTypes.first?.type.trimmedDescription else {
        return false
      }
      let types: Set = [
        "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32",
        "UInt64", "Float", "Double",
      ]
      return types.contains(first.hasPrefix("Swift.") ? String(first.dropFirst(6)) : first)
    }
  }
#endif
