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
  /// Any thread may call this method. If several threads create a schema for one type, all threads
  /// get the same schema.
  ///
  /// - Parameters:
  ///   - type: The specialized type.
  ///   - make: Creates the schema.
  /// - Complexity: O(1) after the first call for a type; takes a lock.
  public static func cached(for type: Any.Type, _ make: () -> ArchiveSchema) -> ArchiveSchema {
    cached(for: type) { [make()] }[0]
  }

  /// Returns the schemas of the cases of one specialization of a generic enumeration, created at
  /// the first use.
  ///
  /// Any thread may call this method. If several threads create schemas for one type, all threads
  /// get the same schemas.
  ///
  /// - Parameters:
  ///   - type: The specialized type.
  ///   - make: Creates the schemas.
  /// - Complexity: O(1) after the first call for a type; takes a lock.
  public static func cached(for type: Any.Type, _ make: () -> [ArchiveSchema]) -> [ArchiveSchema] {
    let key = ObjectIdentifier(type)
    if let known = schemasOfTypes.withLock({ $0[key] }) { return known }
    // The schema is created outside the lock, because its creation may call this method for another
    // type.
    let made = make()
    return schemasOfTypes.withLock { schemas in
      // The cache keeps the first schema of a type.
      let kept = schemas[key] ?? made
      schemas[key] = kept
      return kept
    }
  }

  private static let schemasOfTypes = Mutex<[ObjectIdentifier: [ArchiveSchema]]>([:])

  /// Returns a name followed by the generic arguments of a type, without modules, such as
  /// `Box<Int>`.
  ///
  /// - Parameters:
  ///   - name: The name before the arguments.
  ///   - type: The type with the arguments, or a type nested in that type.
  /// - Complexity: O(n) for n characters of the type's name.
  public static func genericName(_ name: String, _ type: Any.Type) -> String {
    let arguments = GenericArguments(of: String(reflecting: type)).list
    return arguments.isEmpty ? name : "\(name)<\(arguments.joined(separator: ", "))>"
  }
}

/// The generic arguments in the full name of a type, without modules.
///
/// The arguments of `Module.Outer<Swift.Int>.Inner` are `Int`.
private struct GenericArguments {
  private(set) var list: [String] = []
  private var depth = 0
  private var argument = ""
  /// The words of the current dotted name.
  private var path: [Substring] = []

  init(of name: String) {
    var rest = Substring(name)
    while let sign = rest.first {
      if sign == "(", let end = rest.firstIndex(of: ")") {
        // The text in parentheses is the context of a private type, or of a type in an extension.
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

  /// Processes a character that does not belong to a word.
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

  /// Appends the current dotted name, without its module, to the argument.
  private mutating func endPath() {
    if depth > 0 { argument += path.dropFirst(path.count > 1 ? 1 : 0).joined(separator: ".") }
    path = []
  }

  private mutating func endArgument() {
    list.append(argument)
    argument = ""
  }
}
