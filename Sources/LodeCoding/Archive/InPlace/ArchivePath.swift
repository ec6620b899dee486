/// The way to a value in an archive: the names of fields and of a dictionary's keys, from the
/// archived value inwards.
///
/// ```swift
/// let path: ArchivePath = "address.city"
/// print(path.names)  // ["address", "city"]
/// let odd = ArchivePath(["a.b", "c"])
/// print(odd)  // `a.b`.c
/// ```
///
/// A name matches a field of the object's own class first, then a field of its superclasses. In a
/// dictionary a name matches a text key. Names are compared by their UTF-8. A reference to a shared
/// object is followed.
public struct ArchivePath: Hashable, Sendable {
  /// The names, the outermost one first; none for the archived value itself.
  public let names: [String]
  /// Whether it stands for what a function of a program makes of the whole value; then it has one
  /// name, that of the function.
  public let isComputed: Bool
  /// Whether it stands for something of the row that is not in its archive: ``key``, ``created``,
  /// ``updated`` or ``revision``.
  public let isRowProperty: Bool

  /// Creates a path of names.
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

  /// The key of the row, `$key`: its element, or an array of several elements.
  public static let key = ArchivePath(rowProperty: ["$key"])
  /// When the row was inserted, `$created`.
  public static let created = ArchivePath(rowProperty: ["$created"])
  /// When the content of the row last changed, `$updated`.
  public static let updated = ArchivePath(rowProperty: ["$updated"])
  /// The revision of the store at which the content of the row last changed, `$revision`.
  public static let revision = ArchivePath(rowProperty: ["$revision"])

  /// All properties of rows.
  package static let rowProperties = [key, created, updated, revision]

  /// The path of a property of rows, such as `$key`, or `$key.city` for a part of a model's key;
  /// `nil` for other names.
  package static func rowProperty(_ names: [String]) -> ArchivePath? {
    guard let first = names.first, rowProperties.contains(where: { $0.names[0] == first }),
      names.count == 1 || names.count == 2 && first == "$key"
    else { return nil }
    return ArchivePath(rowProperty: names)
  }

  /// Whether archives have the value.
  package var isInArchive: Bool { !isComputed && !isRowProperty }

  /// Whether it names a field, or a component of the key: such names may be wrong.
  package var isNamed: Bool { isRowProperty ? names.count > 1 : isInArchive && !names.isEmpty }

  /// Creates the path of a computed value, which is in no archive: indexes with computed parts know
  /// it by this name.
  public init(computed name: String) {
    names = [name]
    isComputed = true
    isRowProperty = false
  }

  /// Creates a path from text: names with dots between them.
  ///
  /// A name in backquotes may hold dots; a backquote in it is written twice. Every text is a path:
  /// where the quotes are not closed they belong to the name. A name in `computed()` is that of a
  /// computed value, and `$key`, `$created`, `$updated` and `$revision` are properties of the row.
  /// It reads what `description` wrote.
  ///
  /// - Complexity: O(text).
  public init(parsing text: String) {
    if let name = Self.computedName(text) {
      self.init(computed: name)
      return
    }
    // By scalars: a mark that combines with a dot or a quote must not hide it.
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

  /// The name in `computed(name)`.
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

  /// Takes a name in backquotes, behind which a dot or the end must stand.
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

  /// Takes everything up to the next dot.
  private static func plainName(_ text: inout Substring.UnicodeScalarView) -> String {
    let name = text.prefix { $0 != "." }
    text = text[name.endIndex...]
    return String(name)
  }
}

extension ArchivePath: ExpressibleByStringLiteral {
  /// Creates the path that `init(parsing:)` reads from the text.
  public init(stringLiteral text: String) { self.init(parsing: text) }
}

extension ArchivePath: CustomStringConvertible {
  /// The names with dots between them, and `computed(name)` for a computed value; in backquotes
  /// stand those that would read as something else, here or in lists of paths.
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
  /// Whether the names have the same UTF-8.
  public static func == (a: ArchivePath, b: ArchivePath) -> Bool {
    a.isComputed == b.isComputed && a.isRowProperty == b.isRowProperty
      && a.names.count == b.names.count
      && zip(a.names, b.names).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(isComputed)
    hasher.combine(isRowProperty)
    for name in names {
      for byte in name.utf8 { hasher.combine(byte) }
      hasher.combine(UInt8(0xFF))
    }
  }
}
