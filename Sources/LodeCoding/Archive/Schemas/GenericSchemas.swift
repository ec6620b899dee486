import Synchronization

// Generic types have no stored static properties, so their schemas are kept here.
extension ArchiveSchema {
  /// The schema of one type among those that a generic type stands for, made when it is first asked
  /// for.
  ///
  /// ```swift
  /// struct Box<Content: ArchivableValue>: Archivable {
  ///   var content: Content
  ///   static var archiveSchema: ArchiveSchema {
  ///     ArchiveSchema.cached(for: Box.self) {
  ///       ArchiveSchema(
  ///         ArchiveSchema.genericName("Box", Box.self), fields: [.init("content", Content.self)])
  ///     }
  ///   }
  ///   func encode(to archive: inout ArchiveWriter) throws { try archive.encode(content) }
  ///   init(from archive: inout ArchiveReader) throws { content = try archive.decode(0) }
  /// }
  /// ```
  ///
  /// - Complexity: O(1); takes a lock.
  public static func cached(for type: Any.Type, _ make: () -> ArchiveSchema) -> ArchiveSchema {
    cached(for: type) { [make()] }[0]
  }

  /// The schemas of the cases of one type among those that a generic enumeration stands for.
  ///
  /// - Complexity: O(1); takes a lock.
  public static func cached(for type: Any.Type, _ make: () -> [ArchiveSchema]) -> [ArchiveSchema] {
    let key = ObjectIdentifier(type)
    if let known = schemasOfTypes.withLock({ $0[key] }) { return known }
    // Not inside the lock: to make one schema may need another.
    let made = make()
    return schemasOfTypes.withLock { schemas in
      // Whoever came first has made the one that stays.
      let kept = schemas[key] ?? made
      schemas[key] = kept
      return kept
    }
  }

  private static let schemasOfTypes = Mutex<[ObjectIdentifier: [ArchiveSchema]]>([:])

  /// The name of a type with its arguments, without modules: `Box<Int>`, `Outer.Inner<Person>`.
  ///
  /// - Parameters:
  ///   - name: what stands before the arguments.
  ///   - type: the type that has them, or is inside of one that has them.
  /// - Complexity: O(length of the type's name).
  public static func genericName(_ name: String, _ type: Any.Type) -> String {
    let arguments = GenericArguments(of: String(reflecting: type)).list
    return arguments.isEmpty ? name : "\(name)<\(arguments.joined(separator: ", "))>"
  }
}

/// The arguments in the name of a type, `Module.Outer<Swift.Int>.Inner`, without the names of
/// modules.
private struct GenericArguments {
  private(set) var list: [String] = []
  private var depth = 0
  private var argument = ""
  /// The words since the last sign that is no point.
  private var path: [Substring] = []

  init(of name: String) {
    var rest = Substring(name)
    while let sign = rest.first {
      if sign == "(", let end = rest.firstIndex(of: ")") {
        // Where a private type or one of an extension is declared.
        rest = rest[rest.index(after: end)...].drop { $0 == "." || $0 == ":" }
      } else if Self.isPartOfWord(sign) {
        let word = rest.prefix(while: Self.isPartOfWord)
        path.append(word)
        rest = rest.dropFirst(word.count)
      } else {
        take(sign)
        rest = rest.dropFirst()
      }
    }
  }

  private static func isPartOfWord(_ sign: Character) -> Bool {
    sign.isLetter || sign.isNumber || sign == "_" || sign == "`"
  }

  private mutating func take(_ sign: Character) {
    guard sign != "." else { return }
    endPath()
    switch sign {
    case "<":
      depth += 1
      if depth > 1 { argument.append(sign) }
    case ">":
      depth -= 1
      if depth > 0 { argument.append(sign) } else { endArgument() }
    case "," where depth == 1: endArgument()
    case " " where argument.isEmpty: break
    default: if depth > 0 { argument.append(sign) }
    }
  }

  /// Puts a path down without its module.
  private mutating func endPath() {
    if depth > 0 { argument += path.dropFirst(path.count > 1 ? 1 : 0).joined(separator: ".") }
    path = []
  }

  private mutating func endArgument() {
    list.append(argument)
    argument = ""
  }
}
