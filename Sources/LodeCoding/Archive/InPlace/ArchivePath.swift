/// A path to a value in an archive: names of fields and dictionary keys, the outermost name first.
///
/// ```swift
/// let path: ArchivePath = "address.city"
/// print(path.names)  // ["address", "city"]
/// let odd = ArchivePath(["a.b", "c"])
/// print(odd)  // `a.b`.c
/// ```
///
/// In an instance of a class, a name matches a field of the class before a field of a superclass.
/// In a dictionary, a name matches a text key. Names match if their UTF-8 is equal. Paths follow
/// references to instances of classes.
public struct ArchivePath: Hashable, Sendable {
  /// The names, the outermost name first; an empty path leads to the archived value itself.
  public let names: [String]
  /// Whether the path denotes the value that a registered function returns for a row.
  ///
  /// The only name of a computed path is the name of the function.
  public let isComputed: Bool
  /// Whether the path denotes a property that a row has outside its archive.
  ///
  /// The row properties are ``key``, ``created``, ``updated``, ``revision``, and each component of
  /// a model's key, such as `$key.name`.
  public let isRowProperty: Bool

  /// Creates a path from the names of fields and dictionary keys.
  public init(_ names: [String]) {
    self.names = names
    isComputed = false
    isRowProperty = false
  }

  private init(rowProperty names: [String]) {
    self.names = names
    isComputed = false
    isRowProperty = true
  }

  /// The key of the row, `$key`: the key's only component, or an array of several components.
  public static let key = ArchivePath(rowProperty: ["$key"])
  /// The time when the row was inserted, `$created`; nil for a row without timestamps.
  public static let created = ArchivePath(rowProperty: ["$created"])
  /// The time when the row's content last changed, `$updated`; nil for a row without timestamps.
  public static let updated = ArchivePath(rowProperty: ["$updated"])
  /// The revision of the store when the row's value, timestamps, or metadata last changed,
  /// `$revision`.
  public static let revision = ArchivePath(rowProperty: ["$revision"])

  /// The paths of all row properties.
  package static let rowProperties = [key, created, updated, revision]

  /// Returns the path of a row property, or `nil` for other names.
  ///
  /// The names are either the name of a property, such as `$key`, or `$key` and the name of a
  /// component of a model's key.
  package static func rowProperty(_ names: [String]) -> ArchivePath? {
    guard let first = names.first, rowProperties.contains(where: { $0.names[0] == first }),
      names.count == 1 || names.count == 2 && first == "$key"
    else { return nil }
    return ArchivePath(rowProperty: names)
  }

  /// Whether the path leads to a value in an archive.
  package var isInArchive: Bool { !isComputed && !isRowProperty }

  /// Whether the path contains a name that can be unknown: the name of a field or of a key
  /// component.
  package var isNamed: Bool { isRowProperty ? names.count > 1 : isInArchive && !names.isEmpty }

  /// Creates the path of a computed value, which an index keeps and no archive contains.
  ///
  /// - Parameter name: The name of the registered function.
  public init(computed name: String) {
    names = [name]
    isComputed = true
    isRowProperty = false
  }

  /// Parses a path: names separated by dots.
  ///
  /// A name in backquotes may contain dots; a backquote in a quoted name is doubled. Every text is
  /// a path, because an unclosed backquote belongs to the name. The text `computed(name)` is a
  /// computed value. `$key`, `$created`, `$updated`, and `$revision` are row properties, and
  /// `$key.name` is a component of a model's key. The result of `description` parses to the same
  /// path.
  ///
  /// - Complexity: O(n) for n bytes of the text.
  public init(parsing text: String) {
    if let name = Self.computedName(text) {
      self.init(computed: name)
      return
    }
    // Unicode scalars, unlike characters, separate a dot or a quote from a following combining
    // mark.
    var names: [String] = []
    var rest = text.unicodeScalars[...]
    let isQuoted = rest.first == "`"
    while !text.isEmpty {
      names.append(Self.quotedName(&rest) ?? Self.plainName(&rest))
      guard rest.popFirst() != nil else { break }
    }
    if !isQuoted, let property = Self.rowProperty(names) {
      self = property
    } else {
      self.init(names)
    }
  }

  /// Returns the name in `computed(name)`, or `nil` for other texts.
  private static func computedName(_ text: String) -> String? {
    let (head, scalars) = ("computed(".unicodeScalars, text.unicodeScalars)
    guard scalars.starts(with: head), scalars.last == ")", scalars.count > head.count + 1 else {
      return nil
    }
    let inside = scalars.dropFirst(head.count).dropLast()
    var rest = inside
    let quoted = quotedName(&rest)
    return quoted != nil && rest.isEmpty ? quoted : String(inside)
  }

  /// Consumes a name in backquotes that a dot or the end of the text follows.
  ///
  /// Returns `nil`, and consumes nothing, for other texts.
  private static func quotedName(_ text: inout Substring.UnicodeScalarView) -> String? {
    var rest = text
    guard rest.popFirst() == "`" else { return nil }
    var name = String.UnicodeScalarView()
    while let next = rest.popFirst() {
      if next == "`" {
        if rest.isEmpty || rest.first == "." {
          text = rest
          return String(name)
        }
        guard rest.popFirst() == "`" else { return nil }
      }
      name.append(next)
    }
    return nil
  }

  /// Consumes and returns the text up to the next dot.
  private static func plainName(_ text: inout Substring.UnicodeScalarView) -> String {
    let name = text.prefix { $0 != "." }
    text = text[name.endIndex...]
    return String(name)
  }
}

extension ArchivePath: ExpressibleByStringLiteral {
  /// Parses a path: names separated by dots, in backquotes if a name contains dots.
  public init(stringLiteral text: String) { self.init(parsing: text) }
}

extension ArchivePath: CustomStringConvertible {
  /// The names separated by dots, or `computed(name)` for a computed value.
  ///
  /// A name is in backquotes if the text would otherwise parse differently, alone or in a list of
  /// paths.
  public var description: String {
    var parts = names.map(Self.quoted)
    if !isRowProperty, Self.rowProperty(names) != nil { parts[0] = "`\(names[0])`" }
    let text = parts.joined(separator: ".")
    return isComputed ? "computed(\(text))" : text
  }

  private static func quoted(_ name: String) -> String {
    let isPlain =
      !name.utf8.contains { ".`,[]".utf8.contains($0) } && !name.utf8.starts(with: "computed(".utf8)
    if isPlain, let first = name.utf8.first, !"-~".utf8.contains(first) { return name }
    var quoted: String.UnicodeScalarView = "`".unicodeScalars
    for scalar in name.unicodeScalars {
      quoted.append(scalar)
      if scalar == "`" { quoted.append(scalar) }
    }
    return String(quoted) + "`"
  }
}

extension ArchivePath {
  /// Returns whether both paths have the same kind, and names with the same UTF-8.
  public static func == (a: ArchivePath, b: ArchivePath) -> Bool {
    a.isComputed == b.isComputed && a.isRowProperty == b.isRowProperty
      && a.names.count == b.names.count
      && zip(a.names, b.names).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  /// Hashes the kind and the UTF-8 of the names.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(isComputed)
    hasher.combine(isRowProperty)
    for name in names {
      for byte in name.utf8 { hasher.combine(byte) }
      hasher.combine(UInt8(0xFF))
    }
  }
}
