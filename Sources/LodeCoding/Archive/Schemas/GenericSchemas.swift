import Synchronization

// Generic types have no stored static properties, so a global cache keeps their schemas.
extension ArchiveSchema {
  /// Returns the schema of one specialization of a generic type, created at the first use.
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

  /// Returns the schemas of the cases of one specialization of a generic enumeration.
  ///
  /// - Complexity: O(1); takes a lock.
  public static func cached(for type: Any.Type, _ make: () -> [ArchiveSchema]) -> [ArchiveSchema] {
    let key = ObjectIdentifier(type)
    if let known = schemasOfTypes.withLock({ $0[key] }) { return known }
    // Outside the lock, because creating one schema may require another.
    let made = make()
    return schemasOfTypes.withLock { schemas in
      // The first schema stored for a type is kept.
      let kept = schemas[key] ?? made
      schemas[key] = kept
      return kept
    }
  }

  private static let schemasOfTypes = Mutex<[ObjectIdentifier: [ArchiveSchema]]>([:])

  /// Returns the name of a type with its generic arguments, without modules.
  ///
  /// Examples are `Box<Int>` and `Outer.Inner<Person>`.
  ///
  /// - Parameters:
  ///   - name: The name before the arguments.
  ///   - type: The type with the arguments, or a type nested in it.
  /// - Complexity: O(n) in the type's name.
  public static func genericName(_ name: String, _ type: Any.Type) -> String {
    let arguments = GenericArguments(of: String(reflecting: type)).list
    return arguments.isEmpty ? name : "\(name)<\(arguments.joined(separator: ", "))>"
  }
}

/// The generic arguments in the name of a type, `Module.Outer<Swift.Int>.Inner`, without modules.
private struct GenericArguments {
  private(set) var list: [String] = []
  private var depth = 0
  private var argument = ""
  /// The words since the last character other than a dot.
  private var path: [Substring] = []

  init(of name: String) {
    var rest = Substring(name)
    while let sign = rest.first {
      if sign == "(", let end = rest.firstIndex(of: ")") {
        // Skips the context of a private type or of a type declared in an extension.
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

  /// Appends a path without its module to the argument.
  private mutating func endPath() {
    if depth > 0 { argument += path.dropFirst(path.count > 1 ? 1 : 0).joined(separator: ".") }
    path = []
  }

  private mutating func endArgument() {
    list.append(argument)
    argument = ""
  }
}
