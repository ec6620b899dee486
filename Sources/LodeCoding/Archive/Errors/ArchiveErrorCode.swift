extension ArchiveError {
  /// The kind of failure; compare it with the static members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind, for messages and JSON output.
    public let description: String
    /// What to do about it, in a sentence.
    public let remedy: String

    private static let damage = "The bytes are damaged: restore them from a backup."
    private static let newer =
      "The bytes are damaged, or a later version of Lode wrote them."

    /// The bytes end too early, or a length leads outside what holds it.
    public static let truncated = Code("truncated", damage)
    /// There are bytes behind the end.
    public static let trailingBytes = Code("trailingBytes", damage)
    /// A format, a flag, a type or a kind that this version of Lode does not know.
    public static let unknownFormat = Code("unknownFormat", newer)
    /// A number is written in another way than Lode writes it.
    public static let notCanonical = Code("notCanonical", damage)
    /// The bytes of a text are not UTF-8.
    public static let invalidUTF8 = Code("invalidUTF8", damage)
    /// The bytes stand for no value of their type.
    public static let invalidValue = Code("invalidValue", damage)
    /// The checksum of a self-contained archive is not that of its bytes.
    public static let wrongChecksum = Code("wrongChecksum", damage)
    /// A schema, an object or a place is referred to that is not there.
    public static let unknownReference = Code("unknownReference", damage)
    /// The archive holds another type than the one asked for.
    public static let typeMismatch = Code(
      "typeMismatch", "Ask for the type that was archived, or read it as an Archive.")
    /// A number does not fit the type asked for.
    public static let outOfRange = Code(
      "outOfRange", "Ask for a wider type, or read it as an Archive.")
    /// The archive lacks a field that has no default.
    public static let missingField = Code(
      "missingField", "Give the property a default, or make it optional.")
    /// The enumeration has no such case.
    public static let unknownCase = Code(
      "unknownCase", "Keep the cases that were archived, or read it as an Archive.")
    /// A later version of the type wrote the object.
    public static let futureVersion = Code(
      "futureVersion", "Update the program, or read it as an Archive.")
    /// The archive holds a class that the caller did not name.
    public static let typeNotAllowed = Code(
      "typeNotAllowed", "Name the class where you unarchive, if you expect it.")
    /// An object is needed while it is being made itself.
    public static let unresolvedCycle = Code(
      "unresolvedCycle",
      "Make one of the properties in the circle weak, or mark it with @Reference.")
    /// There is more nesting than the limit.
    public static let tooDeep = Code(
      "tooDeep", "Raise the limit if you trust the value, or nest less.")
    /// There are more bytes, elements or objects than the limit.
    public static let tooLarge = Code(
      "tooLarge", "Raise the limit if you trust the source, or archive less at once.")
    /// A type archived other fields than its schema has.
    public static let wrongFields = Code(
      "wrongFields", "Encode every field of the schema, in its order.")
    /// Two elements of a set, or two keys of a dictionary, would have the same bytes.
    public static let equalElements = Code(
      "equalElements", "Archive what tells the elements apart, or keep one of them.")
    /// The text is not JSON, or not such JSON.
    public static let invalidJSON = Code("invalidJSON", "Correct the text.")

    init(_ name: String, _ remedy: String) {
      description = name
      self.remedy = remedy
    }
  }
}
