/// An error in a condition, from parsing, checking, or evaluating the condition.
///
/// ```swift
/// do {
///   _ = try Condition(parsing: "age >")
/// } catch {
///   print(error)  // Expected a name or a value, found the end (syntax, character 5).
/// }
/// ```
public struct ConditionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error.
  ///
  /// The static members are the codes.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// The text of a condition or query is malformed.
    public static let syntax = Code("syntax")
    /// Conditions or calculations are nested more than 64 levels deep.
    public static let tooDeep = Code("tooDeep")
    /// A parameter has no value, or a value has no parameter.
    public static let parameter = Code("parameter")
    /// A text compares a value with `NULL`, so the result would always be unknown.
    public static let comparedWithNull = Code("comparedWithNull")
    /// A regular expression is malformed, too long, or nested too deeply, or repeats too often.
    public static let invalidExpression = Code("invalidExpression")
    /// The rows have neither a field nor a row property, such as `$created`, with the name.
    public static let unknownField = Code("unknownField")
    /// A text compares a field with a value that cannot be converted to the type of the field.
    public static let typeMismatch = Code("typeMismatch")
    /// A delete or an update without a condition would affect every row.
    public static let missingCondition = Code("missingCondition")

    init(_ name: String) { description = name }
  }

  /// The kind of the error.
  public let code: Code
  /// The position of the error, in Unicode scalars from 0, or `nil` for an error without a
  /// position.
  ///
  /// The position is in the text of the condition, or in a malformed regular expression that
  /// evaluation has found.
  public let offset: Int?
  /// The description of the problem.
  public let message: String

  init(_ code: Code, at offset: Int?, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }

  /// The message, with the code and the position in parentheses.
  public var description: String {
    let place = offset.map { ", character \($0)" } ?? ""
    return "\(message) (\(code)\(place))."
  }
}
