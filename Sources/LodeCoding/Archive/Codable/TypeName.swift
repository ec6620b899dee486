/// The archived names of Swift types.
enum TypeName {
  /// Returns the name of a type, without modules.
  static func archived(_ type: Any.Type) -> String { archiveName(String(reflecting: type)) }

  /// Returns the name that `String(reflecting:)` gives, without modules.
  ///
  /// Also removes the modules in generic arguments, and the context of a type that a function
  /// declares.
  static func archiveName(_ reflected: String) -> String {
    var name = ""
    var path: [Substring] = []
    var start = reflected.startIndex
    var nesting = 0
    func flush(_ end: String.Index) {
      path.append(reflected[start..<end])
      let kept = path.count > 1 ? path.dropFirst() : path[...]
      name += kept.filter { !$0.hasPrefix("(") }.joined(separator: ".")
      path = []
    }
    for index in reflected.indices {
      switch reflected[index] {
      case "(": nesting += 1
      case ")": nesting -= 1
      case "." where nesting == 0:
        path.append(reflected[start..<index])
        start = reflected.index(after: index)
      case "<", ">", ",", " ":
        guard nesting == 0 else { continue }
        if start < index || !path.isEmpty { flush(index) }
        name.append(reflected[index])
        start = reflected.index(after: index)
      default: break
      }
    }
    if start < reflected.endIndex { flush(reflected.endIndex) }
    return name
  }
}
