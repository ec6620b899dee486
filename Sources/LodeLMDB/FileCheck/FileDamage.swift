/// The error for a file that `FileCheck` refuses: the kind and the position of the damage.
///
/// `FileCheck` does not change a file that it refuses.
///
/// ```swift
/// do {
///   try FileCheck.quick(path: "people.lode/data.mdb")
/// } catch where error.code == .truncated {
///   print("the end of the file is missing:", error)
/// }
/// ```
public struct FileDamage: Error, Sendable, Hashable {
  /// The kind of damage.
  public let code: Code
  /// The found and the expected state, in words.
  public let message: String
  /// The number of the damaged page, or `nil` if the check recorded no page.
  public let page: UInt64?
  /// The byte offset of the damage in the file, or `nil` if the check recorded no offset.
  public let offset: UInt64?
  /// The name of the damaged table, or `nil` if the damage is not in a named table.
  public let table: String?

  /// Creates an error from a code, a message, and a position.
  public init(
    _ code: Code, _ message: String, page: UInt64? = nil, offset: UInt64? = nil,
    table: String? = nil
  ) {
    self.code = code
    self.message = message
    self.page = page
    self.offset = offset
    self.table = table
  }

  /// The kind of damage; later versions may add kinds, so a `switch` needs a default.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The code's name, which `description` returns.
    public let name: String

    private init(_ name: String) { self.name = name }

    /// The file has no bytes.
    ///
    /// LMDB would create a new environment in the file, and hide the loss of the earlier contents.
    public static let empty = Code("empty")
    /// The file ends before a page that is in use.
    public static let truncated = Code("truncated")
    /// The file is not an LMDB data file.
    public static let notAnEnvironment = Code("notAnEnvironment")
    /// The file has another version of the LMDB format.
    public static let unsupportedVersion = Code("unsupportedVersion")
    /// The file has another byte order, or uses a feature of LMDB that this library does not
    /// support.
    public static let unsupported = Code("unsupported")
    /// A meta page, which describes one commit, contradicts itself, the other meta page, or the
    /// file.
    public static let metaDamaged = Code("metaDamaged")
    /// The bytes of a page contradict each other, the page's position in the file, or the tree that
    /// contains the page.
    public static let pageDamaged = Code("pageDamaged")
    /// Each page is sound, but the pages do not form a sorted tree: for example, two branches name
    /// the same page.
    public static let treeDamaged = Code("treeDamaged")
    /// The list of free pages has impossible contents, or contains a page in use.
    public static let freeListDamaged = Code("freeListDamaged")
    /// The number of entries or pages found in a tree differs from the number that LMDB stores for
    /// the tree.
    public static let countMismatch = Code("countMismatch")
    /// The system does not open, read, or lengthen the file; the message has the reason.
    public static let unreadable = Code("unreadable")

    /// The code's name.
    public var description: String { name }
  }
}

extension FileDamage: CustomStringConvertible {
  /// The code, the message, and the position, in one line.
  public var description: String {
    var text = "\(code): \(message)"
    if let table { text += " in table \"\(table)\"" }
    if let page { text += ", page \(page)" }
    if let offset { text += ", byte \(offset)" }
    return text
  }
}

extension FileDamage {
  /// Returns the damage with the table `name`, or unchanged if the damage already names a table.
  func inTable(_ name: String?) -> FileDamage {
    FileDamage(code, message, page: page, offset: offset, table: table ?? name)
  }
}
