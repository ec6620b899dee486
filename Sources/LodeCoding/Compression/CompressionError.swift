/// The reason why a block or a dictionary is unusable.
///
/// ```swift
/// let bytes: [UInt8] = [9, 9, 9]  // not a block
/// do {
///   print(try BlockDecompressor(limit: 1 << 20).decompress(bytes.span))
/// } catch {
///   print(error.code == .unknownKind ? "not a block" : "\(error)")
/// }
/// ```
public struct CompressionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A kind of failure; compare an error's code with the static members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code, for messages and JSON output.
    public let description: String
    /// One sentence that states what to do about the failure.
    public let remedy: String

    /// The block ends inside its header or its plain bytes.
    public static let truncated = Code("truncated", damage)
    /// This version of Lode does not support the kind of block, or the call needs another kind.
    public static let unknownKind = Code(
      "unknownKind", "The block is damaged, or a later version of Lode wrote it.")
    /// A number in the header has more bytes than necessary, or exceeds 32 bits.
    public static let notCanonical = Code("notCanonical", damage)
    /// The declared size exceeds the limit or the free capacity.
    public static let tooLarge = Code(
      "tooLarge", "Raise the limit if the block comes from a source that you trust.")
    /// The caller passed no dictionary with the number that the block names, or another dictionary.
    public static let unknownDictionary = Code(
      "unknownDictionary", "Pass the dictionary with this number to the decompressor.")
    /// The header contradicts the body, or the body does not decompress to the declared size.
    public static let damaged = Code("damaged", damage)
    /// The bytes are empty or an invalid trained dictionary, or zstd has no memory for the
    /// dictionary.
    public static let invalidDictionary = Code(
      "invalidDictionary", "Train the dictionary again, or restore it from a backup.")
    /// zstd could not allocate memory.
    public static let outOfMemory = Code("outOfMemory", "Free memory, then try again.")

    private static let damage = "The bytes are damaged: restore them from a backup."

    init(_ name: String, _ remedy: String) {
      description = name
      self.remedy = remedy
    }
  }

  /// The kind of failure.
  public let code: Code
  /// The offset of the failure in the block, in bytes from the block's beginning; 0 for a failure
  /// without an offset.
  public let offset: Int
  /// The failure in words, without the code and the remedy.
  public let message: String

  init(_ code: Code, at offset: Int = 0, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }

  /// One sentence that states what to do about the failure.
  public var remedy: String { code.remedy }

  /// The message, the code, the offset, and the remedy.
  public var description: String {
    "Cannot decompress: \(message) (\(code), byte \(offset)). \(remedy)"
  }
}
