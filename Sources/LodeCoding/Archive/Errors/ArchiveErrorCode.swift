extension ArchiveError {
  /// A kind of failure.
  ///
  /// Compare ``ArchiveError/code`` with the static members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code, for messages and JSON output.
    public let description: String
    /// One sentence that says what to do about the failure.
    public let remedy: String

    private static let damage = "The bytes are damaged: restore them from a backup."
    private static let newer =
      "The bytes are damaged, or a later version of Lode wrote them."

    /// The bytes end too early, or a length exceeds its container.
    public static let truncated = Code("truncated", damage)
    /// Bytes follow the end of a value, an object, or the archive.
    public static let trailingBytes = Code("trailingBytes", damage)
    /// This version of Lode does not support a format, flag, type, or kind of schema in the bytes.
    public static let unknownFormat = Code("unknownFormat", newer)
    /// The bytes differ from the bytes that Lode writes for the same content.
    ///
    /// Examples are a number with unnecessary bytes, and a set whose elements are not sorted by
    /// their bytes.
    public static let notCanonical = Code("notCanonical", damage)
    /// The bytes of a text are not UTF-8.
    public static let invalidUTF8 = Code("invalidUTF8", damage)
    /// The bytes are not a valid value of their type.
    public static let invalidValue = Code("invalidValue", damage)
    /// The checksum of a self-contained archive does not match the archive's bytes.
    public static let wrongChecksum = Code("wrongChecksum", damage)
    /// A reference names a schema, an object, a blob, or a position that does not exist.
    public static let unknownReference = Code("unknownReference", damage)
    /// A value's type differs from the requested type, or from the type that its field declares.
    public static let typeMismatch = Code(
      "typeMismatch", "Ask for the type that was archived, or read it as an Archive.")
    /// A number does not fit the requested type.
    public static let outOfRange = Code(
      "outOfRange", "Ask for a wider type, or read it as an Archive.")
    /// A field is absent or nil, has no default, and is not optional.
    public static let missingField = Code(
      "missingField", "Give the property a default, or make it optional.")
    /// An enumeration has no case with the archived name or raw value.
    public static let unknownCase = Code(
      "unknownCase", "Keep the cases that were archived, or read it as an Archive.")
    /// A later version of the type wrote the object, and this version cannot decode the object.
    public static let futureVersion = Code(
      "futureVersion", "Update the program, or read it as an Archive.")
    /// An instance's class is neither the declared class nor a class that ``AllowedTypes`` lists.
    public static let typeNotAllowed = Code(
      "typeNotAllowed", "Name the class where you unarchive, if you expect it.")
    /// Creating an instance of a class requires the same instance before the instance is complete.
    public static let unresolvedCycle = Code(
      "unresolvedCycle",
      "Make a property of the cycle weak, or mark the property with @Reference.")
    /// The nesting exceeds ``ArchiveLimits/depth``, a type is composed of more than 16 types, or an
    /// instance in an ``Archive`` has more than 255 levels.
    public static let tooDeep = Code(
      "tooDeep", "Nest less; calls with a limits parameter also accept a greater depth of values.")
    /// The number of bytes, elements, or class instances exceeds a limit.
    public static let tooLarge = Code(
      "tooLarge", "Archive less at once; calls with a limits parameter also accept higher limits.")
    /// The fields of an object do not match its schema, or cannot be archived.
    ///
    /// The error has one of these causes:
    /// - A type archives or decodes other fields than its schema declares.
    /// - An object has two fields of one name, or two groups of fields with one label.
    /// - A class archives no level, or more than 255 levels.
    /// - An object of a structure or of an enumeration case has a superclass.
    /// - A ``KeyedArchivableType`` encodes a key twice, a key outside a level, a level inside a
    ///   structure, or different fields in two calls.
    /// - Archiving the value of an ``ArchiveExtensionField`` throws an error other than
    ///   ``ArchiveError``.
    public static let wrongFields = Code(
      "wrongFields", "Encode every field of the schema, in its order.")
    /// Two elements of a set, or two keys of a dictionary, would be equal or have the same bytes.
    public static let equalElements = Code(
      "equalElements", "Archive a field that distinguishes the elements, or keep one element.")
    /// The text is not JSON, or not the JSON form of an archive.
    public static let invalidJSON = Code("invalidJSON", "Correct the text.")

    init(_ name: String, _ remedy: String) {
      description = name
      self.remedy = remedy
    }
  }
}
