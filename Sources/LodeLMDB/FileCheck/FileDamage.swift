/// Why a file was refused by `FileCheck`: what is wrong, and where.
///
/// The check only reads, so the file is as it was before.
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
  /// What was found and what was expected, in a sentence.
  public let message: String
  /// The number of the page at fault, or `nil` when the fault is not in one page.
  public let page: UInt64?
  /// The byte offset in the file at which the fault was seen, or `nil` when there is none.
  public let offset: UInt64?
  /// The named table whose tree holds the fault, or `nil` for the file, its free list and its main
  /// table.
  public let table: String?

  /// Describes a fault.
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

  /// The kinds of damage; later versions may add some, so a `switch` over them needs a default.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The code's name, as `description` shows it.
    public let name: String

    private init(_ name: String) { self.name = name }

    /// The file has no bytes at all.
    ///
    /// LMDB would take it for a new environment, and what was in it would seem never to have been.
    public static let empty = Code("empty")
    /// The file ends before a page that is in use.
    public static let truncated = Code("truncated")
    /// The file is no LMDB data file.
    public static let notAnEnvironment = Code("notAnEnvironment")
    /// The file is of another version of the LMDB format.
    public static let unsupportedVersion = Code("unsupportedVersion")
    /// The file may be sound, but uses something this library does not work with.
    public static let unsupported = Code("unsupported")
    /// One of the two meta pages contradicts itself, the other, or the file.
    public static let metaDamaged = Code("metaDamaged")
    /// The bytes of one page contradict each other.
    public static let pageDamaged = Code("pageDamaged")
    /// Pages that are sound each for itself do not make a tree.
    public static let treeDamaged = Code("treeDamaged")
    /// The list of free pages is out of order, out of range, or names a page in use.
    public static let freeListDamaged = Code("freeListDamaged")
    /// A tree holds more or fewer entries or pages than its record says.
    public static let countMismatch = Code("countMismatch")
    /// The system refused to open or read the file; the message holds its reason.
    public static let unreadable = Code("unreadable")

    /// The code's name.
    public var description: String { name }
  }
}

extension FileDamage: CustomStringConvertible {
  /// The message with the place, for logs.
  public var description: String {
    var text = "\(code): \(message)"
    if let table { text += " in table \"\(table)\"" }
    if let page { text += ", page \(page)" }
    if let offset { text += ", byte \(offset)" }
    return text
  }
}

extension FileDamage {
  /// The same fault, seen in the table `name`.
  func inTable(_ name: String?) -> FileDamage {
    FileDamage(code, message, page: page, offset: offset, table: table ?? name)
  }
}
