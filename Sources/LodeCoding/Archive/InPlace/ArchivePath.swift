/// The way to a value in an archive: the names of fields and of a dictionary's keys, from the archived value inwards.
///
/// ```swift
/// let path: ArchivePath = "address.city"
/// print(path.names)  // ["address", "city"]
/// let odd = ArchivePath(["a.b", "c"])
/// print(odd)  // `a.b`.c
/// ```
///
/// A name is found among the fields of an object's own level, then among those of its superclasses, and among the texts
/// that are keys of a dictionary; always by its UTF-8. A reference to a shared object is followed.
public struct ArchivePath: Hashable, Sendable {
  /// The names, the outermost one first; none for the archived value itself.
  public let names: [String]

  /// Creates a path of names.
  public init(_ names: [String]) { self.names = names }

  /// Creates a path from text: names with dots between them.
  ///
  /// A name in backquotes may hold dots; a backquote in it is written twice. Every text is a path: where the quotes are not
  /// closed they belong to the name. It reads what `description` wrote.
  ///
  /// - Complexity: O(text).
  public init(parsing text: String) {
    // By scalars: a mark that combines with a dot or a quote must not hide it.
    var names: [String] = []
    var rest = text.unicodeScalars[...]
    while !text.isEmpty {
      names.append(Self.quotedName(&rest) ?? Self.plainName(&rest))
      guard rest.popFirst() != nil else { break }
    }
    self.names = names
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
  /// The names with dots between them; in backquotes stand those that would read as something else, here or in lists of paths.
  public var description: String { names.map(Self.quoted).joined(separator: ".") }

  private static func quoted(_ name: String) -> String {
    let isPlain = !name.utf8.contains { ".`,[]".utf8.contains($0) }
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
    a.names.count == b.names.count
      && zip(a.names, b.names).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    for name in names {
      for byte in name.utf8 { hasher.combine(byte) }
      hasher.combine(UInt8(0xFF))
    }
  }
}
