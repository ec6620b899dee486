/// Why a block or a dictionary cannot be used.
///
/// ```swift
/// do {
///   print(try BlockDecompressor(limit: 1 << 20).decompress(bytes))
/// } catch {
///   print(error.code == .tooLarge ? "more than I want" : "\(error)")
/// }
/// ```
public struct CompressionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; compare it with the static members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind, for messages and JSON output.
    public let description: String
    /// What to do about it, in a sentence.
    public let remedy: String

    /// The block ends inside its header.
    public static let truncated = Code("truncated", damage)
    /// A kind of block that this version of Lode does not know.
    public static let unknownKind = Code(
      "unknownKind", "The block is damaged, or a later version of Lode wrote it.")
    /// A number in the header is written in another way than Lode writes it.
    public static let notCanonical = Code("notCanonical", damage)
    /// The block announces more bytes than the limit, or than there is room for.
    public static let tooLarge = Code(
      "tooLarge", "Raise the limit if the block comes from a source that you trust.")
    /// The block was compressed with a dictionary that the reader was not given.
    public static let unknownDictionary = Code(
      "unknownDictionary", "Give the reader the dictionary of that number.")
    /// The body is not what zstd makes, or gives another number of bytes than announced.
    public static let damaged = Code("damaged", damage)
    /// The bytes are no dictionary.
    public static let invalidDictionary = Code(
      "invalidDictionary", "Train the dictionary again, or restore it from a backup.")
    /// The system had no memory for zstd.
    public static let outOfMemory = Code("outOfMemory", "Free memory, then try again.")

    private static let damage = "The bytes are damaged: restore them from a backup."

    init(_ name: String, _ remedy: String) {
      description = name
      self.remedy = remedy
    }
  }

  /// The kind of failure.
  public let code: Code
  /// Where in the block it was noticed, counted in bytes from 0.
  public let offset: Int
  /// What was found there, in a sentence.
  public let message: String

  init(_ code: Code, at offset: Int = 0, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }

  /// What to do about it, in a sentence.
  public var remedy: String { code.remedy }

  /// The message, the code, the place and the remedy.
  public var description: String {
    "Cannot decompress: \(message) (\(code), byte \(offset)). \(remedy)"
  }
}
